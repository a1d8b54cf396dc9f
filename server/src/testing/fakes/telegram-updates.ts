import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

type Fields = Readonly<Record<string, unknown>>

/** What `getUpdates` is asked with. */
export interface PollParams {
  readonly offset?: number
  readonly limit?: number
  /** In seconds. */
  readonly timeout?: number
  readonly allowed_updates?: readonly string[]
}

/** The updates that Telegram keeps until a bot fetches them. */
export class WaitingUpdates {
  #updates: Fields[] = []
  #arrived = Promise.withResolvers<void>()

  add(updates: readonly Fields[]): void {
    this.#updates.push(...updates.map((update) => ({ ...update, id: undefined })))
    this.#arrived.resolve()
    this.#arrived = Promise.withResolvers()
  }

  get ids(): readonly unknown[] {
    return this.#updates.map((one) => one['update_id'])
  }

  /** Those from `offset` on; the others are dropped. Without any, the answer waits for one. */
  async take(answer: ServerResponse, params: PollParams): Promise<readonly Fields[]> {
    const { offset = 0, limit = 100, timeout = 0, allowed_updates: allowed } = params
    this.#updates = this.#updates.filter((one) => Number(one['update_id']) >= offset)
    if (this.#updates.length === 0 && timeout > 0) {
      const closed = new Promise<void>((end) => answer.once('close', end))
      await Promise.race([this.#arrived.promise, closed, pause(timeout * 1000, undefined, { ref: false })])
    }
    const isAsked = (one: Fields) => !allowed || Object.keys(one).some((name) => allowed.includes(name))
    return this.#updates.filter(isAsked).slice(0, limit)
  }
}
