import { once } from 'node:events'
import { createServer as createPlainServer, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type BinaryNode, decodeBinaryNode, encodeBinaryNode } from 'baileys'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Certificate } from '#platform/certificate.ts'
import { makeServerKeys, NoiseServer } from './noise-server.ts'
import { type CodeLink, stageOf } from './whatsapp-code.ts'
import { type DeviceKeys, lidOf } from './whatsapp-device.ts'

/** So many pre-keys it has of each device: enough, so that it asks for no more. */
const preKeys = '30'
/** So many pictures it lets a device show in one connection. */
const mostPictures = 6

/** One connection of a device. */
interface Line {
  readonly give: (node: BinaryNode) => void
  readonly drop: () => void
}

/**
 * WhatsApp's server as a linked device reaches it over the network: a web socket, the handshake, and what devices ask. What
 * people send to a device waits until the device confirms it, and is handed over again at each further connection. Its root must
 * take the place of WhatsApp's own in the library, which is `WA_CERT_DETAILS.PUBLIC_KEY`.
 */
export class FakeWhatsAppServer implements AsyncDisposable {
  readonly #keys = makeServerKeys()
  readonly #now: () => Date
  readonly #certificate: Certificate | undefined
  #server: Server | undefined
  #port = 0
  readonly #sockets = new WebSocketServer({ noServer: true })
  /** By the numbers of their accounts. */
  readonly #devices = new Map<string, Line>()
  /** What was sent to each account, by its ids, and was not confirmed. */
  readonly #unconfirmed = new Map<string, Map<string, BinaryNode>>()
  /** Devices that are not linked, with their keys, by each of the names that their pictures give them. */
  readonly #unlinked = new Map<string, { readonly line: Line; readonly keys: Omit<DeviceKeys, 'number'> }>()
  /** Devices that wait for a code, by the numbers of their accounts. */
  readonly #codes = new Map<string, CodeLink & { readonly finished: (node: BinaryNode) => void }>()
  /** Of the devices that were linked here. */
  readonly #known = new Map<string, DeviceKeys>()
  /** The accounts whose devices were removed. */
  readonly #removed = new Set<string>()
  #refs = 0
  /** What devices could not read, or would not: it is not given again either. */
  readonly refused: string[] = []
  /** The accounts whose devices consider themselves connected. */
  readonly connected = new Set<string>()

  private constructor(now: () => Date, certificate?: Certificate) {
    this.#now = now
    this.#certificate = certificate
    this.#sockets.on('connection', (socket) => this.#serve(socket))
  }

  /** @param certificate For localhost; without one, the network sees what is sent, as it does not at WhatsApp. */
  static async open(now: () => Date, certificate?: Certificate): Promise<FakeWhatsAppServer> {
    const fake = new FakeWhatsAppServer(now, certificate)
    await fake.plugIn()
    return fake
  }

  get url(): string {
    return `${this.#certificate ? 'wss' : 'ws'}://localhost:${this.#port}/ws/chat`
  }

  get rootKey(): Buffer<ArrayBuffer> {
    return Buffer.from(this.#keys.root.public)
  }

  /** What those who write to the device of an account know of it. @throws if it was not linked here */
  keysOf(number: string): DeviceKeys {
    const known = this.#known.get(number)
    if (!known) throw new Error(`No device of ${number} was linked here`)
    return known
  }

  /** To the device of an account, now and whenever it connects, until it confirms. */
  send(number: string, node: BinaryNode): void {
    this.#mailOf(number).set(node.attrs['id'] ?? '', node)
    this.#devices.get(number)?.give(node)
  }

  /** How much an account's device has not confirmed. */
  unconfirmed(number: string): number {
    return this.#mailOf(number).size
  }

  /** The device that waits for a code on the phone of an account. @throws if there is none */
  codeOf(number: string): CodeLink {
    const link = this.#codes.get(number)
    if (!link) throw new Error(`No device asked for a code of ${number}`)
    return link
  }

  hasCode(number: string): boolean {
    return this.#codes.has(number)
  }

  /** A phone has scanned the picture of a device. @throws if that is not connected */
  link(ref: string, success: BinaryNode): void {
    const device = this.#unlinked.get(ref)
    if (!device) throw new Error(`No device shows ${ref}`)
    const number = numberIn(success)
    if (number) {
      this.#known.set(number, { ...device.keys, number })
      this.#removed.delete(number)
    }
    device.line.give(ofServer('set', 'link', success))
  }

  /** The owner of an account, or WhatsApp, removes its device, which then never connects again. */
  remove(number: string): void {
    this.#removed.add(number)
    this.#unconfirmed.delete(number)
    const content = [{ tag: 'conflict', attrs: { type: 'device_removed' } }]
    this.#devices.get(number)?.give({ tag: 'stream:error', attrs: { code: '401' }, content })
  }

  /** The network between an account's device and the server fails once. */
  cut(number: string): void {
    this.#devices.get(number)?.drop()
  }

  /** The cable is pulled: no one reaches the server. */
  async pull(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate()
    const server = this.#server
    this.#server = undefined
    if (!server?.listening) return
    server.close()
    await once(server, 'close')
  }

  async plugIn(): Promise<void> {
    const certificate = this.#certificate
    this.#server = certificate ? createSecureServer(certificate) : createPlainServer()
    this.#server.on('upgrade', (asked, socket, head) =>
      this.#sockets.handleUpgrade(asked, socket, head, (opened) =>
        this.#sockets.emit('connection', opened, asked),
      ),
    )
    this.#server.listen(this.#port, '127.0.0.1')
    await once(this.#server, 'listening')
    this.#port = (this.#server.address() as AddressInfo).port
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pull()
  }

  #mailOf(number: string): Map<string, BinaryNode> {
    const known = this.#unconfirmed.get(number) ?? new Map<string, BinaryNode>()
    this.#unconfirmed.set(number, known)
    return known
  }

  /** A device without an account shows what its pictures name it by. */
  #meet(line: Line, keys: Omit<DeviceKeys, 'number'>): void {
    const refs = Array.from({ length: mostPictures }, () => `ref-${(this.#refs += 1)}`)
    for (const ref of refs) this.#unlinked.set(ref, { line, keys })
    const content = refs.map((ref) => ({ tag: 'ref', attrs: {}, content: Buffer.from(ref) }))
    line.give(ofServer('set', refs[0] ?? '', { tag: 'pair-device', attrs: {}, content }))
  }

  #welcome(number: string, line: Line): void {
    if (this.#removed.has(number)) return line.give({ tag: 'failure', attrs: { reason: '401' } })
    this.#devices.set(number, line)
    const t = String(Math.floor(this.#now().getTime() / 1_000))
    line.give({ tag: 'success', attrs: { t, lid: lidOf(number) } })
    const waiting = [...this.#mailOf(number).values()]
    for (const node of waiting) line.give({ ...node, attrs: { ...node.attrs, offline: '0' } })
    const content = [{ tag: 'offline', attrs: { count: String(waiting.length) } }]
    line.give({ tag: 'ib', attrs: {}, content })
  }

  #serve(socket: WebSocket): void {
    const noise = new NoiseServer(this.#keys)
    const line: Line = {
      give: (node) => socket.send(noise.seal(encodeBinaryNode(node))),
      drop: () => socket.terminate(),
    }
    let number: string | undefined
    let isKnown = false
    const hear = async (frame: Buffer) => {
      if (noise.isOpen) this.#hear(line, number, await decodeBinaryNode(noise.open(frame)))
      else if (isKnown) {
        const device = noise.finish(frame)
        if ('number' in device) this.#welcome((number = device.number), line)
        else this.#meet(line, device)
      } else {
        socket.send(noise.hello(frame))
        isKnown = true
      }
    }
    let work = Promise.resolve()
    socket.on('message', (bytes: Buffer) => {
      // Frames are decrypted in their order, and answered in it.
      work = work
        .then(async () => {
          for (const frame of noise.framesIn(bytes)) await hear(frame)
        })
        .catch(() => socket.terminate())
    })
    socket.on('close', () => {
      for (const [ref, device] of this.#unlinked) if (device.line === line) this.#unlinked.delete(ref)
      if (!number || this.#devices.get(number) !== line) return
      this.#devices.delete(number)
      this.connected.delete(number)
    })
  }

  #hear(line: Line, number: string | undefined, node: BinaryNode): void {
    const { id, type } = node.attrs
    // One that asks for the message once more has not got it.
    const isAnswered = node.tag === 'ack' || (node.tag === 'receipt' && type !== 'retry')
    if (number && id && isAnswered) this.#mailOf(number).delete(id)
    if (id && node.tag === 'ack' && node.attrs['error']) this.refused.push(id)
    this.#meetByCode(line, node)
    const answer = answerTo(node)
    if (answer) line.give(answer)
    if (asks(node) === 'pair-device-sign') line.give(restart)
    if (number && asks(node) === 'participating') this.connected.add(number)
  }

  #meetByCode({ give }: Line, node: BinaryNode): void {
    const { stage, jid = '' } = stageOf(node) ?? {}
    const number = jid.split('@')[0] ?? ''
    if (stage === 'companion_finish') return this.#codes.get(number)?.finished(node)
    const [ref] = [...this.#unlinked].find(([, { line }]) => line.give === give) ?? []
    if (stage !== 'companion_hello' || ref === undefined) return
    const { promise: finish, resolve: finished } = Promise.withResolvers<BinaryNode>()
    this.#codes.set(number, { ref, hello: node, give, finish, finished })
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

/** Whose device a phone says it is. */
function numberIn({ content }: BinaryNode): string | undefined {
  const device = Array.isArray(content) ? content.find(({ tag }) => tag === 'device') : undefined
  return device?.attrs['jid']?.split(/[:@]/)[0]
}

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
