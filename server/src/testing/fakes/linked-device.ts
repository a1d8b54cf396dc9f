import type {
  DeviceOptions,
  DeviceState,
  LinkedAccount,
  LinkedDevice,
  OpenDevice,
} from '#channels/whatsapp-native/linked-device.ts'

import { Shuffle } from './shuffle.ts'

const credentials = { type: 'creds', id: 'creds' } as const

/**
 * WhatsApp as a linked device sees it: pictures and codes to link it with, the events that the library documents, and each way in which the
 * server ends a connection. Like the library, it remembers in the session's keys to whom it is linked.
 */
export class FakeLinkedDevices {
  /** Of all connections, in order. */
  readonly opened: FakeLinkedDevice[] = []
  readonly #arrivals: (() => void)[] = []
  /** What each connection answers when it is asked for its groups. */
  groups: readonly unknown[] = []
  phones: ReadonlyMap<string, string> = new Map()
  canLogOut = true
  /** Of the events of all connections. */
  readonly shuffle = new Shuffle()
  /** Every connection is closed as soon as it is opened. */
  isAway = false

  readonly open: OpenDevice = async (options) => {
    const bytes = (await options.keys.get(credentials.type, [credentials.id])).get(credentials.id)
    const me = bytes && (JSON.parse(Buffer.from(bytes).toString()) as LinkedAccount)
    const device = new FakeLinkedDevice(this, options, me)
    this.opened.push(device)
    if (this.isAway) device.end(undefined)
    for (const arrive of this.#arrivals.splice(0)) arrive()
    return device
  }

  /** The connection with this number, once it is there. */
  async connection(number: number): Promise<FakeLinkedDevice> {
    for (;;) {
      const device = this.opened[number - 1]
      if (device) return device
      await new Promise<void>((arrive) => this.#arrivals.push(arrive))
    }
  }
}

export class FakeLinkedDevice implements LinkedDevice {
  readonly #world: FakeLinkedDevices
  readonly #options: DeviceOptions
  #me: LinkedAccount | undefined
  readonly codesFor: string[] = []
  isLoggedOut = false
  isClosed = false
  #pictures = 0

  constructor(world: FakeLinkedDevices, options: DeviceOptions, me: LinkedAccount | undefined) {
    this.#world = world
    this.#options = options
    this.#me = me
  }

  /** The next picture: the first lives for a minute, each further one for 20 seconds. */
  showPicture(): string {
    this.#pictures += 1
    const value = `https://wa.me/settings/linked_devices#ref${this.#pictures},bm9pc2U=,aWRlbnRpdHk=,YWR2,1`
    this.#tell({ state: 'qr', value })
    return value
  }

  /** The owner scanned the picture or typed the code; the server then wants a new connection. */
  async link(me: LinkedAccount): Promise<void> {
    this.#me = me
    await this.#options.keys.set([{ ...credentials, value: Buffer.from(JSON.stringify(me)) }])
    this.end(515)
  }

  accept(): void {
    this.#tell({ state: 'open' })
  }

  emit(name: string, data: unknown): void {
    this.#world.shuffle.put(() => void this.#options.onEvent(name, data))
  }

  /** The server ends the connection. */
  end(status: number | undefined): void {
    this.#tell({ state: 'closed', status })
  }

  fail(error: unknown): void {
    this.#tell({ state: 'failed', error })
  }

  me = () => this.#me

  async requestCode(digits: string): Promise<string> {
    // As the server does with a number that has no account.
    if (digits.endsWith('404')) throw new Error('Connection Closed')
    this.codesFor.push(digits)
    return '111H51R5'
  }

  groups = async () => this.#world.groups
  phonesOf = async () => this.#world.phones

  readHistory = () => undefined

  async logOut(): Promise<void> {
    if (!this.#world.canLogOut) throw new Error('Connection Closed')
    this.isLoggedOut = true
  }

  async close(): Promise<void> {
    this.isClosed = true
  }

  #tell(state: DeviceState): void {
    this.#options.onState(state)
  }
}

interface FakeText {
  readonly from?: string
  readonly text?: string
  readonly id?: string
  readonly isMine?: boolean
  readonly at?: number
  /** Instead of a text. */
  readonly message?: unknown
  readonly key?: object
  readonly fields?: object
}

let counter = 0

/** A message as the library gives it. */
export function webMessage({ from = '15552223333@s.whatsapp.net', text = 'hello', ...given }: FakeText = {}) {
  counter += 1
  const id = given.id ?? `3EB0${String(counter).padStart(16, '0')}`
  return {
    key: { remoteJid: from, fromMe: given.isMine ?? false, id, ...given.key },
    messageTimestamp: given.at ?? 1_778_745_600,
    ...(!given.isMine && { pushName: 'Bob' }),
    message: given.message ?? { conversation: text },
    ...given.fields,
  }
}

/** The event of messages that arrived now. */
export const arrived = (...messages: readonly unknown[]) => ({ messages, type: 'notify' })
