import type { ChildProcess } from 'node:child_process'
import type {
  DeviceOptions,
  LinkedAccount,
  LinkedDevice,
  OpenDevice,
} from '#channels/whatsapp-native/linked-device.ts'
import type { DeviceNews, DeviceQuestion } from './linked-devices-peer.ts'

/** Opens devices of `LinkedDevicesPeer` in another process, in the place of the library that speaks to WhatsApp's servers. */
export function openDevicesOf(peer: ChildProcess): OpenDevice {
  const opened = new Map<number, RemoteDevice>()
  peer.on('message', (news: Partial<DeviceNews>) => {
    if (news.device !== undefined) opened.get(news.device)?.hear(news as DeviceNews)
  })
  return async (options) => {
    const number = opened.size + 1
    const device = new RemoteDevice(number, (asked) => void peer.send(asked), options)
    opened.set(number, device)
    await device.isOpen
    return device
  }
}

class RemoteDevice implements LinkedDevice {
  readonly #number: number
  readonly #ask: (asked: DeviceQuestion) => void
  readonly #options: DeviceOptions
  readonly #opened = Promise.withResolvers<void>()
  readonly #answers = new Map<number, PromiseWithResolvers<unknown>>()
  #count = 0
  #me: LinkedAccount | undefined

  constructor(number: number, ask: (asked: DeviceQuestion) => void, options: DeviceOptions) {
    this.#number = number
    this.#ask = ask
    this.#options = options
    ask({ device: number, opens: true })
  }

  get isOpen(): Promise<void> {
    return this.#opened.promise
  }

  hear(news: DeviceNews): void {
    switch (news.news) {
      case 'opened':
        this.#me = news.me
        return this.#opened.resolve()
      case 'state':
        this.#me = news.me
        return this.#options.onState(news.state)
      case 'event':
        return void this.#options.onEvent(news.name, news.data)
      case 'keys':
        return void this.#useKeys(news)
      case 'done':
        return this.#answers.get(news.id)?.resolve(news.value)
      case 'failed':
        return this.#answers.get(news.id)?.reject(new Error(news.error))
    }
  }

  me = () => this.#me
  requestCode = (digits: string) => this.#do<string>('requestCode', digits)
  groups = () => this.#do<readonly unknown[]>('groups')
  phonesOf = (ids: readonly string[]) => this.#do<ReadonlyMap<string, string>>('phonesOf', ids)
  logOut = () => this.#do<void>('logOut')
  close = () => this.#do<void>('close')

  async #useKeys(asked: Extract<DeviceNews, { news: 'keys' }>): Promise<void> {
    const { keys } = this.#options
    const value = 'ids' in asked ? await keys.get(...asked.ids) : await keys.set(asked.changes)
    this.#ask({ device: this.#number, keysOf: asked.id, value })
  }

  #do<Value>(does: 'requestCode' | 'groups' | 'phonesOf' | 'logOut' | 'close', ...args: unknown[]) {
    const id = (this.#count += 1)
    const answer = Promise.withResolvers<unknown>()
    this.#answers.set(id, answer)
    this.#ask({ device: this.#number, id, does, args })
    return answer.promise as Promise<Value>
  }
}
