import { createHmac } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { type BinaryNode, Curve, type KeyPair, proto } from 'baileys'
import { agreeByCode, type CodeLink } from './whatsapp-code.ts'
import { FakeWhatsAppContact } from './whatsapp-contact.ts'
import { type DeviceKeys, lidOf } from './whatsapp-device.ts'

const { ADVDeviceIdentity, ADVSignedDeviceIdentity, ADVSignedDeviceIdentityHMAC } = proto

/** The prefix of what an account's keys sign. */
const accountPrefix = Buffer.of(6, 0)

const recent = proto.HistorySync.HistorySyncType.RECENT
const announces = proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION
type Announced = Pick<
  proto.Message.IHistorySyncNotification,
  'directPath' | 'mediaKey' | 'fileSha256' | 'fileEncSha256' | 'initialHistBootstrapInlinePayload'
>

interface Scanned {
  /** By which the server knows the device that shows the picture. */
  readonly ref: string
  /** What the server then tells that device. */
  readonly success: BinaryNode
}

/** A phone with WhatsApp, whose owner scans the picture of a device to link, or types its code. */
export class FakeWhatsAppPhone {
  readonly #number: string
  readonly #keys: KeyPair
  readonly #signsWith: KeyPair
  #app: FakeWhatsAppContact | undefined

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
    return { ref, success: this.#vouchFor(identity, secret ?? ownSecret) }
  }

  /** Its owner types the code that the device shows. */
  async type(code: string, link: CodeLink): Promise<Scanned> {
    const { identity, secret } = await agreeByCode(link, code, this.#keys)
    return { ref: link.ref, success: this.#vouchFor(identity, secret) }
  }

  #vouchFor(identity: string, secret: string): BinaryNode {
    const device = ADVDeviceIdentity.encode({ rawId: 1, keyIndex: 1, timestamp: 0 }).finish()
    const said = Buffer.concat([accountPrefix, device, Buffer.from(identity, 'base64')])
    const details = ADVSignedDeviceIdentity.encode({
      details: device,
      accountSignatureKey: this.#keys.public,
      accountSignature: Curve.sign(this.#signsWith.private, said),
    }).finish()
    const hmac = createHmac('sha256', Buffer.from(secret, 'base64')).update(details).digest()
    const content = ADVSignedDeviceIdentityHMAC.encode({ details, hmac }).finish()
    const jid = `${this.#number}:7@s.whatsapp.net`
    return {
      tag: 'pair-success',
      attrs: {},
      content: [
        { tag: 'device-identity', attrs: {}, content },
        { tag: 'device', attrs: { jid, lid: lidOf(this.#number).replace('@', ':7@') } },
        { tag: 'platform', attrs: { name: 'android' } },
      ],
    }
  }

  /**
   * Hands over a part of its history to a device that was linked.
   * @param keep Keeps the file for the device, and returns where; without it, the file is in the announcement.
   * @param wrap Puts the announcement into something else.
   */
  async handOver(
    to: DeviceKeys,
    { at, ...history }: { readonly at: number } & Omit<proto.IHistorySync, 'syncType'>,
    keep?: (file: Uint8Array) => Announced | Promise<Announced>,
    wrap = (message: proto.IMessage): proto.IMessage => message,
  ): Promise<BinaryNode> {
    const file = deflateSync(proto.HistorySync.encode({ ...history, syncType: recent }).finish())
    const announced = keep ? await keep(file) : { initialHistBootstrapInlinePayload: file }
    const historySyncNotification = { syncType: recent, chunkOrder: 1, progress: 100, ...announced }
    const protocolMessage = { type: announces, historySyncNotification }
    this.#app ??= new FakeWhatsAppContact(this.#number, 0)
    const node = await this.#app.send(to, wrap({ protocolMessage }), { at })
    return { ...node, attrs: { ...node.attrs, category: 'peer' } }
  }
}
