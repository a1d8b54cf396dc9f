import type { CollectedDelivery, Session } from '#channels/collection.ts'
import { type Page, pagesOf, plainOf } from './batch.ts'
import type { Delivery } from './delivery.ts'
import { fieldsOf, numberOf } from './fields.ts'
import type { LinkedDevice } from './linked-device.ts'
import { Roster } from './roster.ts'

/** Handed over at once, at most. */
const most = 50
/** Looking up a number must not delay what follows. */
const lookUpMs = 1_000

type Kept = Pick<Session, 'keep' | 'historySince' | 'importedHistory'>

/** The part of the history that goes back furthest. It comes last. Source: Baileys, `HistorySyncType`. */
const fullSync = 2

/** How far the history is, in percent, as its last page says. It comes in parts that each begin anew: the last of them is the second half. */
function progressOf(pages: readonly Page[]): number | undefined {
  const last = pages.findLast(({ isHistory }) => isHistory)
  if (!last) return undefined
  const { progress, syncType } = fieldsOf(last.data) ?? {}
  const half = (numberOf(progress) ?? 0) / 2
  return numberOf(syncType) === fullSync ? 50 + half : half
}

interface Waiting {
  readonly page: Page
  /** Of the last page of what was put at once. */
  readonly handedOver?: PromiseWithResolvers<void>
}

/**
 * What arrived and is not durable yet. Nothing but the end of the process may stop it from being kept, because some of it was confirmed
 * to the server before; the copy is made at once, because the library changes its objects afterwards.
 */
export class Outbox {
  readonly #session: Kept
  readonly #onFailure: (error: unknown) => void
  readonly #roster = new Roster()
  #pages: Waiting[] = []
  #device: LinkedDevice | undefined
  #work: Promise<void> | undefined
  #isRunning = false
  #failure: { readonly error: unknown } | undefined

  /** @param onFailure Called once, if something could not be kept. Nothing more is handed over then. */
  constructor(session: Kept, onFailure: (error: unknown) => void) {
    this.#session = session
    this.#onFailure = onFailure
  }

  /** @returns what resolves once it was handed over, at once if it need not be, and never if it cannot be. */
  put(event: string, data: unknown): Promise<void> {
    try {
      const pages = pagesOf(event, data, this.#session.historySince)
      for (const page of pages) this.#roster.learn(page.event, page.data)
      const last = pages.length - 1
      const handedOver = Promise.withResolvers<void>()
      this.#pages.push(...pages.map((page, index) => ({ page, ...(index === last && { handedOver }) })))
      if (!this.#device || pages.length === 0) return Promise.resolve()
      this.#start()
      return handedOver.promise
    } catch (error) {
      this.#fail(error)
      return Promise.withResolvers<void>().promise
    }
  }

  learnGroups(groups: readonly unknown[]): void {
    for (const group of groups) this.#roster.learnGroup(plainOf(group))
  }

  /** The account is the right one: from now on, everything is handed over, beginning with what waited. */
  admit(device: LinkedDevice): void {
    this.#device = device
    this.#start()
  }

  /**
   * Resolves once everything was handed over. Without `admit`, nothing ever is.
   * @throws What was thrown by handing over.
   */
  async drained(): Promise<void> {
    for (let work; work !== this.#work;) await (work = this.#work)
    if (this.#failure) throw this.#failure.error
  }

  #start(): void {
    if (this.#isRunning || this.#failure || this.#pages.length === 0) return
    this.#isRunning = true
    this.#work = this.#run()
  }

  async #run(): Promise<void> {
    try {
      while (this.#pages.length > 0) {
        const waiting = this.#pages.slice(0, most)
        const pages = waiting.map(({ page }) => page)
        const found = this.#lookUp(pages)
        await this.#session.keep(pages.map((page) => this.#toDelivery(page, found)))
        const progress = progressOf(pages)
        if (progress !== undefined) this.#session.importedHistory(progress)
        this.#pages = this.#pages.slice(pages.length)
        for (const { handedOver } of waiting) handedOver?.resolve()
      }
    } catch (error) {
      this.#fail(error)
    }
    this.#isRunning = false
  }

  #fail(error: unknown): void {
    if (this.#failure) return
    this.#failure = { error }
    this.#onFailure(error)
  }

  /** Undefined if no number is unknown. */
  #lookUp(pages: readonly Page[]): Promise<void> | undefined {
    const ids = [...new Set(pages.flatMap(({ data }) => this.#roster.unknownIn(data)))]
    return ids.length > 0 && this.#device ? this.#learnPhones(this.#device, ids) : undefined
  }

  async #learnPhones(device: LinkedDevice, ids: readonly string[]): Promise<void> {
    const late = Promise.withResolvers<void>()
    const timer = setTimeout(late.resolve, lookUpMs)
    // Without a number, people are known by their ids.
    const found = device.phonesOf(ids).catch(() => new Map<string, string>())
    const phones = await Promise.race([found, late.promise])
    clearTimeout(timer)
    for (const [lid, phone] of phones ?? []) {
      this.#roster.learnPhone(`${lid}@lid`, `${phone}@s.whatsapp.net`)
    }
  }

  #toDelivery({ event, data, isHistory }: Page, found: Promise<void> | undefined): CollectedDelivery {
    const delivery: Delivery = { event, data, ...this.#roster.contextFor(data) }
    const isIncomplete = found && this.#roster.unknownIn(data).length > 0
    return {
      contentType: 'application/json',
      body: this.#toBody(delivery),
      ...(isIncomplete && { answer: found.then(() => ({ body: this.#toBody(this.#withPeople(delivery)) })) }),
      ...(isHistory && { isHistory }),
    }
  }

  /** With what is known of its people now. Of its groups, what was known when it came counts. */
  #withPeople(delivery: Delivery): Delivery {
    const { phones, names } = this.#roster.contextFor(delivery.data)
    return {
      ...delivery,
      ...(phones && { phones: { ...delivery.phones, ...phones } }),
      ...(names && { names: { ...delivery.names, ...names } }),
    }
  }

  #toBody(delivery: Delivery): Buffer {
    const body = JSON.stringify(delivery)
    // A vote is sealed for one of the addresses of who asked.
    const me = body.includes('"pollUpdateMessage"') ? this.#device?.me() : undefined
    const own = me && [me.id, ...(me.lid ? [me.lid] : [])]
    return Buffer.from(own ? JSON.stringify({ ...delivery, me: own } satisfies Delivery) : body)
  }
}
