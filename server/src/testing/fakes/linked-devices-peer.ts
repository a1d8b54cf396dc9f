import type { KeyChange, KeyStore } from '#channels/collection.ts'
import type { DeviceState, LinkedAccount } from '#channels/whatsapp-native/linked-device.ts'
import { FakeLinkedDevices } from './linked-device.ts'

/** What the process that collects asks of a device, by the number of its connection. */
export type DeviceQuestion =
  | { readonly device: number; readonly opens: true }
  | {
      readonly device: number
      readonly id: number
      readonly does: 'requestCode' | 'groups' | 'phonesOf' | 'logOut' | 'close'
      readonly args: readonly unknown[]
    }
  | { readonly device: number; readonly keysOf: number; readonly value: unknown }

/** What a device reports to it. */
export type DeviceNews = { readonly device: number } & (
  | { readonly news: 'opened'; readonly me: LinkedAccount | undefined }
  | { readonly news: 'state'; readonly state: DeviceState; readonly me: LinkedAccount | undefined }
  | { readonly news: 'event'; readonly name: string; readonly data: unknown }
  | { readonly news: 'done'; readonly id: number; readonly value: unknown }
  | { readonly news: 'failed'; readonly id: number; readonly error: string }
  | { readonly news: 'keys'; readonly id: number; readonly ids: readonly [string, readonly string[]] }
  | { readonly news: 'keys'; readonly id: number; readonly changes: readonly KeyChange[] }
)

/** WhatsApp as linked devices see it, in a process of its own. Connections have their numbers, from one. */
export class LinkedDevicesPeer {
  readonly #devices = new FakeLinkedDevices()
  readonly #keys = new Map<number, (value: unknown) => void>()
  #keysAsked = 0
  readonly #waiting: { readonly name: string; readonly data: unknown }[] = []
  #tell: (news: DeviceNews) => void = () => undefined

  /** The process at the other end of this process's channel collects. */
  serve(process: NodeJS.Process): void {
    this.#tell = (news) => void process.send?.(news)
    process.on('message', (asked: Partial<DeviceQuestion>) => {
      if (asked.device !== undefined) void this.#answer(asked as DeviceQuestion)
    })
  }

  async showPicture(number: number): Promise<string> {
    return (await this.#devices.connection(number)).showPicture()
  }

  async link(number: number, me: LinkedAccount): Promise<void> {
    await (await this.#devices.connection(number)).link(me)
  }

  async accept(number: number): Promise<void> {
    ;(await this.#devices.connection(number)).accept()
  }

  /** What happens while the cable is pulled waits at the server. */
  async emit(number: number, name: string, data: unknown): Promise<void> {
    if (this.#devices.isAway) return void this.#waiting.push({ name, data })
    ;(await this.#devices.connection(number)).emit(name, data)
  }

  /** The server ends a connection. */
  async end(number: number, status?: number): Promise<void> {
    ;(await this.#devices.connection(number)).end(status)
  }

  /** How many connections there were. */
  get count(): number {
    return this.#devices.opened.length
  }

  /** The cable is pulled: every further connection is closed as soon as it is opened. */
  pull(): void {
    this.#devices.isAway = true
    this.#devices.opened.at(-1)?.end(undefined)
  }

  /** The next connection is accepted, and gets what waited. */
  plugIn(): void {
    this.#devices.isAway = false
    void this.#handOver(this.count + 1)
  }

  async #handOver(number: number): Promise<void> {
    const device = await this.#devices.connection(number)
    device.accept()
    for (const { name, data } of this.#waiting.splice(0)) device.emit(name, data)
  }

  async #answer(asked: DeviceQuestion): Promise<void> {
    const { device } = asked
    if ('opens' in asked) return this.#open(device)
    if ('keysOf' in asked) return this.#keys.get(asked.keysOf)?.(asked.value)
    const { id, does, args } = asked
    try {
      const opened = this.#devices.opened[device - 1] as unknown as Record<string, Function>
      this.#tell({ device, news: 'done', id, value: await opened[does]?.(...args) })
    } catch (error) {
      this.#tell({ device, news: 'failed', id, error: String(error) })
    }
  }

  async #open(device: number): Promise<void> {
    const me = () => this.#devices.opened[device - 1]?.me()
    await this.#devices.open({
      keys: this.#keysOf(device),
      onState: (state) => this.#tell({ device, news: 'state', state, me: me() }),
      onEvent: (name, data) => this.#tell({ device, news: 'event', name, data }),
      limits: { timeoutMs: 5_000 },
      onLost: () => undefined,
    })
    this.#tell({ device, news: 'opened', me: me() })
  }

  /** The keys are with the account, in the other process. */
  #keysOf(device: number): KeyStore {
    const ask = <Value>(of: (id: number) => DeviceNews) =>
      new Promise<Value>((done) => {
        const id = (this.#keysAsked += 1)
        this.#keys.set(id, (value) => {
          this.#keys.delete(id)
          done(value as Value)
        })
        this.#tell(of(id))
      })
    return {
      get: (type, ids) => ask((id) => ({ device, news: 'keys', id, ids: [type, ids] })),
      set: (changes) => ask((id) => ({ device, news: 'keys', id, changes })),
      clear: () => Promise.reject(new Error('A device clears no keys')),
    }
  }
}
