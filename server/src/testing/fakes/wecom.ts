import {
  createCipheriv,
  createHash,
  constants,
  generateKeyPairSync,
  publicEncrypt,
  randomBytes,
} from 'node:crypto'
import { mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cipherKeyOf, fileNameOf } from '#channels/wecom/file-source.ts'
import { signatureOf } from '#channels/wecom/envelope.ts'

/** A request as it arrives at an address. */
export interface FakeCallback {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** What goes wrong with a callback. */
interface Wrong {
  readonly token?: string
  readonly aesKey?: Buffer
  readonly receiverId?: string
}

/**
 * WeCom as other systems see it: it signs and encrypts callbacks, and writes an archive into a folder in the form in which its
 * library answers, encrypted for the newest public key. A replay is the same callback again.
 */
export class FakeWecom {
  readonly corpId: string
  readonly token = 'fake-callback-token'
  readonly encodingAesKey = Buffer.alloc(32, 7).toString('base64').slice(0, 43)
  /** Private keys, in PEM form, by their versions less one. */
  readonly privateKeys: string[] = []
  readonly #publicKeys: string[] = []
  #number = 0
  #pages = 0

  constructor(corpId = 'ww1436e0e65a779aee') {
    this.corpId = corpId
    this.addKey()
  }

  get aesKey(): Buffer {
    return Buffer.from(`${this.encodingAesKey}=`, 'base64')
  }

  /** What an administrator enters for the corporation. */
  get secrets(): Record<string, string> {
    return {
      archiveSecret: 'fake-archive-secret',
      privateKeys: this.privateKeys.join('\n'),
      callbackToken: this.token,
      encodingAesKey: this.encodingAesKey,
    }
  }

  /** Another key: from now on messages are for it. @returns its private half */
  addKey(): string {
    const { publicKey, privateKey } = borrowKeyPair()
    this.#publicKeys.push(publicKey)
    this.privateKeys.push(privateKey.trim())
    return privateKey.trim()
  }

  /** A callback with a document. */
  callback(url: string, xml: string, wrong: Wrong = {}): FakeCallback {
    const encrypted = this.#envelope(xml, wrong)
    const body = `<xml><ToUserName><![CDATA[${this.corpId}]]></ToUserName><Encrypt><![CDATA[${encrypted}]]></Encrypt><AgentID><![CDATA[]]></AgentID></xml>`
    return {
      url: `${url}?${this.#signed(encrypted, wrong)}`,
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: Buffer.from(body),
    }
  }

  /** The question whether an address is ours. */
  challenge(url: string, echo: string, wrong: Wrong = {}): FakeCallback {
    const encrypted = this.#envelope(echo, wrong)
    const query = `${this.#signed(encrypted, wrong)}&echostr=${encodeURIComponent(encrypted)}`
    return { url: `${url}?${query}`, method: 'GET', headers: {}, body: Buffer.alloc(0) }
  }

  /** An event, as a document. */
  event(fields: Readonly<Record<string, string>>): string {
    const all = {
      ToUserName: this.corpId,
      FromUserName: 'sys',
      CreateTime: '1778745600',
      MsgType: 'event',
      ...fields,
    }
    const elements = Object.entries(all).map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
    return `<xml>${elements.join('')}</xml>`
  }

  /** A message as the archive has it. */
  sealed(message: object, version = this.#publicKeys.length): Record<string, unknown> {
    const messageKey = randomBytes(16).toString('hex')
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', cipherKeyOf(messageKey), nonce)
    const text = Buffer.concat([cipher.update(JSON.stringify(message)), cipher.final()])
    const key = { key: this.#publicKeys[version - 1] ?? '', padding: constants.RSA_PKCS1_PADDING }
    return {
      seq: ++this.#number,
      msgid: (message as { msgid?: string }).msgid ?? '',
      publickey_ver: version,
      encrypt_random_key: publicEncrypt(key, Buffer.from(messageKey)).toString('base64'),
      encrypt_chat_msg: Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64'),
    }
  }

  /** Adds a page to the archive, which lists pages by their numbers. @param folder the one that all corporations share */
  async archive(folder: string, sealed: readonly object[]): Promise<void> {
    const own = join(folder, this.corpId)
    await mkdir(own, { recursive: true })
    const [{ seq = 0 } = {}] = sealed as readonly { readonly seq?: number }[]
    const name = `${[seq, ++this.#pages].map((part) => String(part).padStart(9, '0')).join('-')}.json`
    await writeFile(join(own, name), JSON.stringify({ errcode: 0, errmsg: 'ok', chatdata: sealed }))
  }

  /**
   * Messages that have their numbers now, and that the archive does not show yet: who reads it meanwhile passes them.
   * @returns shows them
   */
  late(folder: string, messages: readonly object[]): () => Promise<void> {
    const page = messages.map((message) => this.sealed(message))
    return () => this.archive(folder, page)
  }

  /** Every call fails with this code of WeCom's from now on; with none, no longer. */
  async fail(folder: string, code: number | ''): Promise<void> {
    await mkdir(join(folder, this.corpId), { recursive: true })
    await writeFile(join(folder, this.corpId, 'failure'), String(code))
  }

  /** Stores a file, in the form in which a message names it. */
  async keepFile(folder: string, bytes: Uint8Array): Promise<Record<string, unknown>> {
    const fileId = randomBytes(24).toString('base64')
    await mkdir(join(folder, this.corpId, 'files'), { recursive: true })
    await writeFile(this.#pathOf(folder, fileId), bytes)
    const md5sum = createHash('md5').update(bytes).digest('hex')
    return { md5sum, filesize: bytes.byteLength, sdkfileid: fileId }
  }

  /** The bytes of a file break off in their middle. @returns gives all of them again */
  async cutFile(folder: string, fileId: string): Promise<() => Promise<void>> {
    const path = this.#pathOf(folder, fileId)
    const bytes = await readFile(path)
    await truncate(path, bytes.byteLength >> 1)
    return () => writeFile(path, bytes)
  }

  #pathOf = (folder: string, fileId: string) => join(folder, this.corpId, 'files', fileNameOf(fileId))

  #signed(encrypted: string, { token = this.token }: Wrong): string {
    const [timestamp, nonce] = ['1778745600', randomBytes(4).toString('hex')]
    const msg_signature = signatureOf(token, { timestamp, nonce, encrypted })
    return new URLSearchParams({ msg_signature, timestamp, nonce }).toString()
  }

  #envelope(text: string, { aesKey = this.aesKey, receiverId = this.corpId }: Wrong): string {
    return sealEnvelope(aesKey, { text, receiverId, random: randomBytes(16) })
  }
}

/** More than any test compares. */
const mostPairs = 8
const made: { readonly publicKey: string; readonly privateKey: string }[] = []
let lent = 0

/** A few real pairs for all corporations of a process: to make one takes longer than most tests of them. */
function borrowKeyPair() {
  const place = lent++ % mostPairs
  return (made[place] ??= generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }))
}

/** What WeCom encrypts: random bytes, the length of the text, the text, and for whom it is, in blocks of 32 bytes. */
export function sealEnvelope(
  key: Buffer,
  { text, receiverId, random }: { text: string; receiverId: string; random: Uint8Array },
): string {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(Buffer.byteLength(text))
  const plain = Buffer.concat([random, length, Buffer.from(text), Buffer.from(receiverId)])
  const padding = 32 - (plain.length % 32)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64')
}
