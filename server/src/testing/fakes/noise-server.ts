import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto'
import { Curve, type KeyPair, NOISE_MODE, NOISE_WA_HEADER, proto } from 'baileys'
import { type DeviceKeys, withType } from './whatsapp-device.ts'

/** What a server of WhatsApp proves by that it is one. */
interface ServerKeys {
  /** Signs everything: devices know its public half. */
  readonly root: KeyPair
  readonly own: KeyPair
  readonly certificates: Uint8Array
}

const { CertChain, ClientPayload, HandshakeMessage } = proto
const { Details } = CertChain.NoiseCertificate

/** A root, with a server that it has certified. */
export function makeServerKeys(): ServerKeys {
  const [root, between, own] = [Curve.generateKeyPair(), Curve.generateKeyPair(), Curve.generateKeyPair()]
  const certify = (by: KeyPair, serial: number, key: KeyPair) => {
    const details = Buffer.from(
      Details.encode({ serial, issuerSerial: serial - 1, key: key.public }).finish(),
    )
    return { details, signature: Curve.sign(by.private, details) }
  }
  const chain = { intermediate: certify(root, 1, between), leaf: certify(between, 2, own) }
  return { root, own, certificates: CertChain.encode(chain).finish() }
}

/**
 * The server's end of a device's connection: frames with their lengths, which are encrypted once both sides know each other.
 * Source: The Noise Protocol Framework, the pattern XX with 25519, AES-GCM and SHA-256.
 */
export class NoiseServer {
  readonly #keys: ServerKeys
  readonly #own = Curve.generateKeyPair()
  #hash: Buffer = Buffer.from(NOISE_MODE)
  #salt: Buffer = this.#hash
  #handshake = new Cipher(this.#hash)
  #lines: { readonly sent: Cipher; readonly heard: Cipher } | undefined
  #waiting: Buffer = Buffer.alloc(0)
  #isGreeted = false

  constructor(keys: ServerKeys) {
    this.#keys = keys
  }

  /** The frames that are complete with these bytes, still encrypted. */
  *framesIn(bytes: Uint8Array): Iterable<Buffer> {
    this.#waiting = Buffer.concat([this.#waiting, bytes])
    if (!this.#isGreeted) {
      if (this.#waiting.length < NOISE_WA_HEADER.length) return
      this.#waiting = this.#waiting.subarray(NOISE_WA_HEADER.length)
      this.#isGreeted = true
    }
    for (;;) {
      const length = this.#waiting.length < 3 ? Infinity : this.#waiting.readUIntBE(0, 3)
      if (this.#waiting.length < 3 + length) return
      const frame = this.#waiting.subarray(3, 3 + length)
      this.#waiting = this.#waiting.subarray(3 + length)
      yield frame
    }
  }

  /** The first frame of a device. @returns the answer */
  hello(frame: Uint8Array): Buffer {
    const theirs = HandshakeMessage.decode(frame).clientHello?.ephemeral ?? new Uint8Array()
    for (const known of [NOISE_WA_HEADER, theirs, this.#own.public]) this.#note(known)
    this.#mix(this.#own.private, theirs)
    const key = this.#seal(this.#keys.own.public)
    this.#mix(this.#keys.own.private, theirs)
    const serverHello = {
      ephemeral: this.#own.public,
      static: key,
      payload: this.#seal(this.#keys.certificates),
    }
    return framed(HandshakeMessage.encode({ serverHello }).finish())
  }

  /** The second frame. @returns the number of the device's account if it is linked, otherwise its keys */
  finish(frame: Uint8Array): Pick<DeviceKeys, 'number'> | Omit<DeviceKeys, 'number'> {
    const { clientFinish } = HandshakeMessage.decode(frame)
    const theirs = this.#open(clientFinish?.static ?? new Uint8Array())
    this.#mix(this.#own.private, theirs)
    const payload = this.#open(clientFinish?.payload ?? new Uint8Array())
    const [heard, sent] = this.#derive(new Uint8Array())
    this.#lines = { sent: new Cipher(sent), heard: new Cipher(heard) }
    const { username, devicePairingData } = ClientPayload.decode(payload)
    return devicePairingData ? keysIn(devicePairingData) : { number: String(username) }
  }

  /** Whether the device is known by now. */
  get isOpen(): boolean {
    return this.#lines !== undefined
  }

  open(frame: Uint8Array): Buffer {
    if (!this.#lines) throw new Error('The device has not introduced itself')
    return this.#lines.heard.open(frame)
  }

  seal(content: Uint8Array): Buffer {
    if (!this.#lines) throw new Error('The device has not introduced itself')
    return framed(this.#lines.sent.seal(content))
  }

  #note(known: Uint8Array): void {
    this.#hash = createHash('sha256').update(this.#hash).update(known).digest()
  }

  #mix(ours: Uint8Array, theirs: Uint8Array): void {
    const [salt, key] = this.#derive(Curve.sharedKey(ours, theirs))
    this.#salt = salt
    this.#handshake = new Cipher(key)
  }

  #derive(secret: Uint8Array): readonly [Buffer, Buffer] {
    const both = Buffer.from(hkdfSync('sha256', secret, this.#salt, '', 64))
    return [both.subarray(0, 32), both.subarray(32)]
  }

  #seal(content: Uint8Array): Buffer {
    const sealed = this.#handshake.seal(content, this.#hash)
    this.#note(sealed)
    return sealed
  }

  #open(sealed: Uint8Array): Buffer {
    const content = this.#handshake.open(sealed, this.#hash)
    this.#note(sealed)
    return content
  }
}

function keysIn({
  eRegid,
  eIdent,
  eSkeyId,
  eSkeyVal,
  eSkeySig,
}: proto.ClientPayload.IDevicePairingRegistrationData): Omit<DeviceKeys, 'number'> {
  const numberOf = (bytes: Uint8Array | null | undefined) =>
    Buffer.from(bytes ?? []).readUIntBE(0, bytes?.length ?? 0)
  return {
    registrationId: numberOf(eRegid),
    identityKey: withType(eIdent ?? new Uint8Array()),
    signedPreKey: {
      keyId: numberOf(eSkeyId),
      publicKey: withType(eSkeyVal ?? new Uint8Array()),
      signature: eSkeySig ?? new Uint8Array(),
    },
    preKeys: [],
  }
}

const tagBytes = 16

/** Each text has a number of its own, which is its nonce. */
class Cipher {
  readonly #key: Buffer
  #count = 0

  constructor(key: Buffer) {
    this.#key = key
  }

  seal(content: Uint8Array, about: Uint8Array = new Uint8Array()): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.#key, this.#nonce()).setAAD(about)
    return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
  }

  open(sealed: Uint8Array, about: Uint8Array = new Uint8Array()): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, this.#nonce()).setAAD(about)
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()])
  }

  #nonce(): Buffer {
    const nonce = Buffer.alloc(12)
    nonce.writeUInt32BE(this.#count++, 8)
    return nonce
  }
}

function framed(content: Uint8Array): Buffer {
  const length = Buffer.alloc(3)
  length.writeUIntBE(content.length, 0, 3)
  return Buffer.concat([length, content])
}
