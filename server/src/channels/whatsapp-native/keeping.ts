import { AsyncLocalStorage } from 'node:async_hooks'
import type { WebSocket } from 'ws'
import type { DeviceOptions } from './linked-device.ts'

/** The library gives a call up after 20 seconds, and then leaves out what it does after it. */
const longestHoldMs = 15_000

type Send = (...given: unknown[]) => void

/** What a device reports is kept before anything that may confirm it goes out. */
export class Keeping {
  readonly #options: Pick<DeviceOptions, 'onEvent' | 'onState'>
  /** Its own work is no part of what the library does meanwhile, such as a transaction. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #kept: Promise<void> = Promise.resolve()

  constructor(options: Pick<DeviceOptions, 'onEvent' | 'onState'>) {
    this.#options = options
  }

  /** If the work fails, the connection ends, and the library never goes on with what waits for it: the server gives it again. */
  orEnd<Value>(work: Promise<Value>): Promise<Value> {
    return work.catch((error: unknown) => {
      this.#options.onState({ state: 'failed', error })
      return new Promise<never>(() => {})
    })
  }

  /** Of what the server does not give again, or not for this. */
  keep(event: string, data: unknown): Promise<void> {
    return this.orEnd(this.#outside(async () => this.#options.onEvent(event, data)))
  }

  /** Of what the server gives until it is confirmed. */
  take(event: string, data: unknown): Promise<void> {
    const keeping = this.keep(event, data)
    this.#kept = this.#kept.then(() => keeping)
    return keeping
  }

  /**
   * What goes out waits until what was taken before is kept, because it may confirm that. If it waits for too long, the connection
   * ends without it.
   * @param client The library’s, whose web socket it hides.
   */
  holdBack(client: object): void {
    const { socket } = client as { readonly socket: Pick<WebSocket, 'terminate'> & { send: Send } }
    const send = socket.send.bind(socket)
    let sent: Promise<unknown> = Promise.resolve()
    socket.send = (...given) => {
      const tooLong = Promise.withResolvers<boolean>()
      const timer = setTimeout(() => tooLong.resolve(false), longestHoldMs)
      sent = sent.then(async () => {
        const isKept = await Promise.race([this.#kept.then(() => true), tooLong.promise])
        clearTimeout(timer)
        if (isKept) return send(...given)
        socket.terminate()
        return new Promise<never>(() => {})
      })
    }
  }
}
