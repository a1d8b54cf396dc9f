import { AsyncLocalStorage } from 'node:async_hooks'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { proto } from 'baileys'
import type { KeyStore } from '#channels/collection.ts'
import { addressAt } from '#channels/provider-address.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import type { Clock } from '#kernel/clock.ts'
import { jsonOf } from '#kernel/json.ts'
import { openThreads, ThreadLost } from '#platform/processes/threads.ts'
import { fetchOpened, mediaHost } from './fetch-opened.ts'
import { fieldsOf, numberOf, textOf } from './fields.ts'

const { HistorySyncNotification } = proto.Message
type Announced = proto.Message.IHistorySyncNotification

/** One file of the history, until it is kept. */
interface Entry {
  /** To which account the device was linked. */
  readonly account: string
  /** The announcement, in base64. */
  readonly bytes: string
  readonly tries: number
  /** It is not tried before this time. */
  readonly after: number
}

const type = 'history'
/** As many files may wait. Phones announce some dozens, over minutes. */
const places = Array.from({ length: 128 }, (_, index) => String(index))
/** Small files are in the announcement. */
const mostAnnounced = 4 * 1024 * 1024
/** Of a file, as it is fetched. */
const mostBytes = 64 * 1024 * 1024
/** In some five hours. A process that dies of a file does so as often at most. */
const mostTries = 10
const mostDifferent = 3
const longestWaitMs = 60 * minuteMs
/** For fetching one file; a server that says nothing is given up sooner. */
const fetchMs = 10 * minuteMs
/** A hostile file harms only the thread that reads it. */
const reading = { threads: 1, timeoutMs: minuteMs, memoryMb: 384, buffersMb: 384 }
const program = new URL('./history-thread.ts', import.meta.url)

interface AnnouncedHistoryOptions extends Clock {
  readonly keys: KeyStore
  readonly limits: CallLimits
  /** Gets a part of a file. Resolves once it is kept; never, if it cannot be. */
  readonly onHistory: (part: unknown) => Promise<void>
  /** A file is gone, or is no history. */
  readonly onLost: () => void
}

/**
 * The phone hands over the history in files, and announces each of them once. They are fetched here instead of in the library, which calls
 * any host that the phone names, unpacks any amount, checks no hash, and forgets a file if the process ends while it is read.
 */
export class AnnouncedHistory {
  readonly #options: AnnouncedHistoryOptions
  readonly #ended = new AbortController()
  /** What reads is no part of the transaction in which a file was announced. */
  readonly #outside = AsyncLocalStorage.snapshot()
  #entries: Promise<Map<string, Entry>> | undefined
  /** The account whose history is kept, once that is known. */
  #account: string | undefined
  #work: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined

  constructor(options: AnnouncedHistoryOptions) {
    this.#options = options
  }

  /** Remembers a file until it is kept. Durable once it resolves. @param account That the device is linked to. */
  async add(announced: Announced, account: string): Promise<void> {
    const entries = await this.#load()
    const bytes = Buffer.from(HistorySyncNotification.encode(announced).finish())
    const entry: Entry = { account, bytes: bytes.toString('base64'), tries: 0, after: 0 }
    if ([...entries.values()].some((one) => one.bytes === entry.bytes)) return
    const place = places.find((one) => !entries.has(one))
    if (place === undefined || bytes.length > mostAnnounced) return this.#options.onLost()
    await this.#set(entries, place, entry)
    this.#start()
  }

  /** Reads what was announced and is not kept, from now on. @param account What was announced to another is forgotten. */
  read(account: string): void {
    this.#account = account
    this.#start()
  }

  /** What is not kept by now is left to the next connection. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#ended.abort()
    await this.#work
  }

  #start(): void {
    clearTimeout(this.#timer)
    if (this.#account === undefined || this.#ended.signal.aborted) return
    this.#outside(() => {
      this.#work = this.#work.then(() => this.#readDue()).catch(() => this.#startIn(minuteMs))
    })
  }

  #startIn(ms: number): void {
    if (this.#ended.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#start(), ms).unref()
  }

  async #readDue(): Promise<void> {
    const entries = await this.#load()
    const threads = openThreads<Uint8Array, unknown[] | undefined>({ ...reading, program })
    try {
      for (const [place, entry] of entries) {
        if (this.#ended.signal.aborted) return
        if (entry.account !== this.#account) await this.#set(entries, place)
        else if (entry.after <= this.#options.now().getTime())
          await this.#readOne(entries, [place, entry], (file) => threads.ask(file, this.#ended.signal))
      }
    } finally {
      await threads.close()
    }
    const next = Math.min(...[...entries.values()].map(({ after }) => after))
    if (entries.size > 0) this.#startIn(Math.max(next - this.#options.now().getTime(), 0))
  }

  async #readOne(
    entries: Map<string, Entry>,
    [place, entry]: readonly [string, Entry],
    partsOf: (file: Uint8Array) => Promise<unknown[] | undefined>,
  ): Promise<void> {
    const tried = { ...entry, tries: entry.tries + 1 }
    await this.#set(entries, place, tried)
    const file = await this.#fileOf(tried)
    const parts = file instanceof Uint8Array ? await partsOf(file).catch(partsOfLost) : undefined
    for (const part of parts ?? []) if (!(await this.#isKept(part))) break
    // The end of a connection says nothing of the file.
    if (this.#ended.signal.aborted) return this.#set(entries, place, entry)
    if (file === 'later') {
      const waitMs = Math.min(2 ** entry.tries * minuteMs, longestWaitMs)
      return this.#set(entries, place, { ...tried, after: this.#options.now().getTime() + waitMs })
    }
    if (!parts) this.#options.onLost()
    await this.#set(entries, place)
  }

  /** False if the connection ends before. */
  #isKept(part: unknown): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const end = () => resolve(false)
    this.#ended.signal.addEventListener('abort', end, { once: true })
    if (this.#ended.signal.aborted) end()
    void this.#options.onHistory(part).then(() => resolve(true))
    return promise.finally(() => this.#ended.signal.removeEventListener('abort', end))
  }

  /** The packed file; `later` if its servers do not give it now, `lost` if they never will. */
  async #fileOf({ bytes, tries }: Entry): Promise<Uint8Array | 'later' | 'lost'> {
    const announced = HistorySyncNotification.decode(Buffer.from(bytes, 'base64'))
    const { initialHistBootstrapInlinePayload: inline, directPath, mediaKey } = announced
    if (tries > mostTries) return 'lost'
    if (inline?.length) return inline
    if (!directPath || mediaKey?.length !== 32) return 'lost'
    const { limits } = this.#options
    // A phone may name any place, of which only the path counts.
    const { href } = addressAt(mediaHost, directPath, limits)
    const medium = {
      kind: 'history',
      path: '',
      url: href,
      mediaKey,
      fileEncSha256: announced.fileEncSha256 ?? undefined,
      fileSha256: announced.fileSha256 ?? undefined,
    } as const
    const within = { ...limits, silenceMs: limits.timeoutMs, timeoutMs: fetchMs, maxBytes: mostBytes }
    const fetched = await fetchOpened(medium, within, this.#ended.signal)
    if (fetched instanceof Uint8Array) return fetched
    const isDamaged = fetched.reason === 'bytes-differ' && tries >= mostDifferent
    return fetched.outcome === 'gap' || isDamaged ? 'lost' : 'later'
  }

  /** Read once: only this process has the connection. */
  #load(): Promise<Map<string, Entry>> {
    this.#entries ??= this.#outside(async () => {
      const found = await this.#options.keys.get(type, places)
      return new Map(
        [...found].flatMap(([place, value]) => {
          const entry = entryIn(value)
          return entry ? [[place, entry] as const] : []
        }),
      )
    })
    this.#entries.catch(() => (this.#entries = undefined))
    return this.#entries
  }

  /** @param entry Undefined once it is done. */
  async #set(entries: Map<string, Entry>, place: string, entry?: Entry): Promise<void> {
    if (entry) entries.set(place, entry)
    else entries.delete(place)
    const value = entry ? Buffer.from(JSON.stringify(entry)) : null
    await this.#options.keys.set([{ type, id: place, value }])
  }
}

/** A thread that died of it would die of it again; one that was stopped says nothing of the file. */
const partsOfLost = (error: unknown): undefined => {
  if (!(error instanceof ThreadLost)) throw error
}

function entryIn(value: Uint8Array): Entry | undefined {
  const fields = fieldsOf(jsonOf(value))
  const [account, bytes] = [textOf(fields?.['account']), textOf(fields?.['bytes'])]
  if (account === undefined || bytes === undefined) return undefined
  return { account, bytes, tries: numberOf(fields?.['tries']) ?? 0, after: numberOf(fields?.['after']) ?? 0 }
}
