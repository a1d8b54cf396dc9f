import type { proto } from 'baileys'
import type { Clock } from '#kernel/clock.ts'
import { FakeWhatsAppContact } from './whatsapp-contact.ts'
import { FakeWhatsAppPhone } from './whatsapp-phone.ts'
import { FakeWhatsAppServer } from './whatsapp-server.ts'

interface Said {
  /** The number of the one who says it. */
  readonly from: string
  readonly at: number
  readonly id?: string
}

/** WhatsApp as a device meets it: its server, the phones of the accounts, and the people who write to them. */
export class FakeWhatsApp implements AsyncDisposable {
  readonly #server: FakeWhatsAppServer
  readonly #phones = new Map<string, FakeWhatsAppPhone>()
  /** By the numbers of an account and of the one who writes to it. */
  readonly #people = new Map<string, FakeWhatsAppContact>()

  private constructor(server: FakeWhatsAppServer) {
    this.#server = server
  }

  static async open({ now }: Clock): Promise<FakeWhatsApp> {
    return new FakeWhatsApp(await FakeWhatsAppServer.open(now))
  }

  get url(): string {
    return this.#server.url
  }

  get rootKey(): Buffer<ArrayBuffer> {
    return this.#server.rootKey
  }

  /** The phone of an account scans the picture of a device, which no one has written to so far. */
  scan(number: string, picture: string): void {
    const phone = new FakeWhatsAppPhone(number)
    this.#phones.set(number, phone)
    for (const pair of this.#people.keys()) if (pair.startsWith(`${number} `)) this.#people.delete(pair)
    const { ref, success } = phone.scan(picture)
    this.#server.link(ref, success)
  }

  isConnected(number: string): boolean {
    return this.#server.connected.has(number)
  }

  /** A person writes to an account. @returns the message's id */
  async say(number: string, message: proto.IMessage, { from, ...said }: Said): Promise<string> {
    const pair = `${number} ${from}`
    const person = this.#people.get(pair) ?? new FakeWhatsAppContact(from, this.#people.size)
    this.#people.set(pair, person)
    const node = await person.send(this.#server.keysOf(number), message, said)
    this.#server.send(number, node)
    return node.attrs['id'] ?? ''
  }

  /** The phone of an account hands over a part of its history. @param at In seconds. */
  async handOver(number: string, conversations: proto.IConversation[], at: number): Promise<void> {
    const phone = this.#phones.get(number)
    if (!phone) throw new Error(`No phone of ${number} was used here`)
    const history = { at, progress: 100, conversations }
    this.#server.send(number, await phone.handOver(this.#server.keysOf(number), history))
  }

  /** The owner of an account, or WhatsApp, removes its device. */
  removeDevice(number: string): void {
    this.#server.remove(number)
  }

  pull(): Promise<void> {
    return this.#server.pull()
  }

  plugIn(): Promise<void> {
    return this.#server.plugIn()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const person of this.#people.values()) person.close()
    await this.#server[Symbol.asyncDispose]()
  }
}
