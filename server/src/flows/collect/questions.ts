import type { Answer } from '#channels/collection.ts'
import type { Written } from './written.ts'

/** What is still asked for of what is in the file. */
export class Questions {
  readonly #open = new Map<number, Promise<Answer>>()
  #count = 0

  put(answer: Promise<Answer> | undefined): number | undefined {
    if (!answer) return undefined
    this.#count += 1
    this.#open.set(this.#count, answer)
    return this.#count
  }

  /** With the answers; undefined if `over` aborts before. */
  async answered(read: readonly Written[], over: AbortSignal): Promise<Written[] | undefined> {
    const open = read.map(({ question }) => (question === undefined ? undefined : this.#open.get(question)))
    if (!open.some(Boolean)) return [...read]
    const ended = Promise.withResolvers<undefined>()
    const end = () => ended.resolve(undefined)
    over.addEventListener('abort', end, { once: true })
    if (over.aborted) end()
    const answers = await Promise.race([Promise.all(open.map((one) => Promise.resolve(one))), ended.promise])
    over.removeEventListener('abort', end)
    return answers && read.map((one, index) => ({ ...one, taken: { ...one.taken, ...answers[index] } }))
  }

  close(read: readonly Pick<Written, 'question'>[]): void {
    for (const { question } of read) if (question !== undefined) this.#open.delete(question)
  }
}
