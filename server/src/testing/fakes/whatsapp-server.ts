import { once } from 'node:events'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Certificate } from '#platform/certificate.ts'
import { makeServerKeys, NoiseServer } from './noise-server.ts'

/** So many pre-keys it has of each device: enough, so that it asks for no more. */
const preKeys = '30'

/**
 * WhatsApp's server as a linked device reaches it over the network: a web socket, the handshake, and what devices ask. It hands
 * over what people send to a device that is connected, and keeps nothing. Its root must take the place of WhatsApp's own in
 * the library, which is `WA_CERT_DETAILS.PUBLIC_KEY`.
 */
export class FakeWhatsAppServer implements AsyncDisposable {
  readonly #keys = makeServerKeys()
  readonly #server: Server
  readonly #sockets: WebSocketServer
  readonly #isSecure: boolean
  /** By the numbers of their accounts. */
  readonly #devices = new Map<string, (node: BinaryNode) => void>()
  /** Devices that are not linked, by what their pictures name them. */
  readonly #unlinked = new Map<string, (node: BinaryNode) => void>()
  #refs = 0
  /** The accounts whose devices consider themselves connected. */
  readonly connected = new Set<string>()

  readonly #now: () => Date

  private constructor(now: () => Date, certificate?: Certificate) {
    this.#now = now
    this.#isSecure = certificate !== undefined
    this.#server = certificate ? createSecureServer(certificate) : createPlainServer()
    this.#sockets = new WebSocketServer({ server: this.#server })
    this.#sockets.on('connection', (socket) => this.#serve(socket))
  }

  /** @param certificate For localhost; without one, the network sees what is sent, as it does not at WhatsApp. */
  static async open(now: () => Date, certificate?: Certificate): Promise<FakeWhatsAppServer> {
    const fake = new FakeWhatsAppServer(now, certificate)
    fake.#server.listen(0, '127.0.0.1')
    await once(fake.#server, 'listening')
    return fake
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `${this.#isSecure ? 'wss' : 'ws'}://localhost:${port}/ws/chat`
  }

  get rootKey(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#keys.root.public)
  }

  /** To the device of an account. @throws if it is not connected */
  send(number: string, node: BinaryNode): void {
    const give = this.#devices.get(number)
    if (!give) throw new Error(`No device of ${number} is connected`)
    give(node)
  }

  /** A phone has scanned the picture of a device. @throws if that is not connected */
  link(ref: string, success: BinaryNode): void {
    const give = this.#unlinked.get(ref)
    if (!give) throw new Error(`No device shows ${ref}`)
    give(ofServer('set', 'link', success))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** A device without an account shows what its picture names it by. */
  #meet(give: (node: BinaryNode) => void): void {
    const ref = `ref-${(this.#refs += 1)}`
    this.#unlinked.set(ref, give)
    const content = [{ tag: 'ref', attrs: {}, content: Buffer.from(ref) }]
    give(ofServer('set', ref, { tag: 'pair-device', attrs: {}, content }))
  }

  #welcome(number: string, give: (node: BinaryNode) => void): void {
    this.#devices.set(number, give)
    for (const node of welcome(number, this.#now())) give(node)
  }

  #serve(socket: WebSocket): void {
    const noise = new NoiseServer(this.#keys)
    const give = (node: BinaryNode) => socket.send(noise.seal(encodeBinaryNode(node)))
    let number: string | undefined
    let isKnown = false
    /** Frames are decrypted in their order, and answered in it. */
    const hear = async (bytes: Buffer) => {
      for (const frame of noise.framesIn(bytes)) {
        if (noise.isOpen) {
          const node = await decodeBinaryNode(noise.open(frame))
          const answer = answerTo(node)
          if (answer) give(answer)
          if (asks(node) === 'pair-device-sign') give(restart)
          if (number && asks(node) === 'participating') this.connected.add(number)
        } else if (isKnown) {
          number = noise.finish(frame)
          if (number === undefined) this.#meet(give)
          else this.#welcome(number, give)
        } else {
          socket.send(noise.hello(frame))
          isKnown = true
        }
      }
    }
    let work = Promise.resolve()
    socket.on('message', (bytes: Buffer) => {
      work = work.then(() => hear(bytes)).catch(() => socket.terminate())
    })
    socket.on('close', () => {
      this.#unlinked.forEach((it, ref) => it === give && this.#unlinked.delete(ref))
      if (!number || this.#devices.get(number) !== give) return
      this.#devices.delete(number)
      this.connected.delete(number)
    })
  }
}

/** From the server itself. */
const ofServer = (type: 'set' | 'result', id: string, content?: BinaryNode): BinaryNode => ({
  tag: 'iq',
  attrs: { id, type, from: 's.whatsapp.net' },
  ...(content && { content: [content] }),
})

/** Sent to a device that has just been linked. */
const restart: BinaryNode = { tag: 'stream:error', attrs: { code: '515' } }

/** The privacy id of an account. */
export const lidOf = (number: string) => `7${number}@lid`

/** It is signed in, and nothing waited for it. */
const welcome = (number: string, now: Date): BinaryNode[] => [
  { tag: 'success', attrs: { t: String(Math.floor(now.getTime() / 1_000)), lid: lidOf(number) } },
  { tag: 'ib', attrs: {}, content: [{ tag: 'offline', attrs: { count: '0' } }] },
]

/** What a question is about. */
const asks = ({ content }: BinaryNode) => (Array.isArray(content) ? content[0]?.tag : undefined)

const answers: Readonly<Record<string, BinaryNode>> = {
  count: { tag: 'count', attrs: { value: preKeys } },
  digest: { tag: 'digest', attrs: {} },
  participating: { tag: 'groups', attrs: {} },
}

function answerTo(node: BinaryNode): BinaryNode | undefined {
  const { id, type } = node.attrs
  if (node.tag !== 'iq' || id === undefined || (type !== 'get' && type !== 'set')) return undefined
  return ofServer('result', id, answers[asks(node) ?? ''])
}
