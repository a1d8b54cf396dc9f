import { createHmac } from 'node:crypto'
import { type BinaryNode, Curve, type KeyPair, proto } from 'baileys'
import { lidOf } from './whatsapp-device.ts'

const { ADVDeviceIdentity, ADVSignedDeviceIdentity, ADVSignedDeviceIdentityHMAC } = proto

/** The prefix of what an account's keys sign. */
const accountPrefix = Buffer.of(6, 0)

interface Scanned {
  /** By which the server knows the device that shows the picture. */
  readonly ref: string
  /** What the server then tells that device. */
  readonly success: BinaryNode
}

/** A phone with WhatsApp, whose owner scans the picture of a device to link. */
export class FakeWhatsAppPhone {
  readonly #number: string
  readonly #keys: KeyPair
  readonly #signsWith: KeyPair

  /** @param signsWith The keys of its account, unless it only says that it has these. */
  constructor(number: string, signsWith?: KeyPair) {
    this.#number = number
    this.#keys = Curve.generateKeyPair()
    this.#signsWith = signsWith ?? this.#keys
  }

  /**
   * @param picture What the device shows: an address with its keys, and a secret between the two.
   * @param secret That of another picture, of one who has not seen this one.
   */
  scan(picture: string, secret?: string): Scanned {
    const [ref = '', , identity = '', ownSecret = ''] = picture.split('#')[1]?.split(',') ?? []
    const device = ADVDeviceIdentity.encode({ rawId: 1, keyIndex: 1, timestamp: 0 }).finish()
    const said = Buffer.concat([accountPrefix, device, Buffer.from(identity, 'base64')])
    const details = ADVSignedDeviceIdentity.encode({
      details: device,
      accountSignatureKey: this.#keys.public,
      accountSignature: Curve.sign(this.#signsWith.private, said),
    }).finish()
    const hmac = createHmac('sha256', Buffer.from(secret ?? ownSecret, 'base64'))
      .update(details)
      .digest()
    const content = ADVSignedDeviceIdentityHMAC.encode({ details, hmac }).finish()
    const jid = `${this.#number}:7@s.whatsapp.net`
    return {
      ref,
      success: {
        tag: 'pair-success',
        attrs: {},
        content: [
          { tag: 'device-identity', attrs: {}, content },
          { tag: 'device', attrs: { jid, lid: lidOf(this.#number).replace('@', ':7@') } },
          { tag: 'platform', attrs: { name: 'android' } },
        ],
      },
    }
  }
}
