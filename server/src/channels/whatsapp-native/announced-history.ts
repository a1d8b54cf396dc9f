import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { processHistoryMessage, proto } from 'baileys'
import type { KeyStore } from '#channels/collection.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import { jsonOf } from '#kernel/json.ts'
import { addressAt } from '#channels/provider-address.ts'
import { fetchOpened, mediaHost } from './fetch-opened.ts'
import { listOf, textOf } from './fields.ts'

const { HistorySyncNotification } = proto.Message
type Announced = proto.Message.IHistorySyncNotification
type History = ReturnType<typeof processHistoryMessage>

/** Of a file, as it is fetched and as it is unpacked. Phones divide the history into files of a few MB. */
const mostBytes = 64 * 1024 * 1024
const mostUnpacked = 256 * 1024 * 1024
/** Until a file is asked for again that the servers did not give. */
const retryMs = 60_000

const key = { type: 'history', id: 'announced' } as const
const unpack = promisify(inflate)

interface AnnouncedHistoryOptions {
  readonly keys: KeyStore
  readonly limits: CallLimits
  /** Resolves once it is kept; never, if it cannot be. */
  readonly onHistory: (history: History) => Promise<void>
  /** A file cannot be had any more, or is none. */
  readonly onLost: () => void
}

/**
 * The phone hands over the history in files, and announces each of them once. They are fetched here instead of in the library, which calls
 * any host that the phone names, unpacks any amount, checks no hash, and forgets a file if the process ends while it is read.
 */
export class AnnouncedHistory {
  readonly #options: AnnouncedHistoryOptions
  readonly #ended = new AbortController()
  #changing: Promise<unknown> = Promise.resolve()
  #reading: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: AnnouncedHistoryOptions) {
    this.#options = options
  }

  /** Remembers a file until it is kept. Durable once it resolves. */
  async add(announced: Announced): Promise<void> {
    const name = [announced.syncType, announced.chunkOrder].map((one) => one ?? 0).join('/')
    const bytes = Buffer.from(HistorySyncNotification.encode(announced).finish()).toString('base64')
    await this.#change((left) => left.set(name, bytes))
    this.resume()
  }

  /** Reads what was announced and is not kept, one after the other. */
  resume(): void {
    clearTimeout(this.#timer)
    this.#reading = (this.#reading ?? Promise.resolve())
      .then(() => this.#readAll())
      .catch(() => this.#later())
  }

  /** What is not kept by now is left to the next connection. */
  close(): void {
    clearTimeout(this.#timer)
    this.#ended.abort()
  }

  async #readAll(): Promise<void> {
    for (const [name, bytes] of await this.#left()) {
      if (this.#ended.signal.aborted) return
      const announced = HistorySyncNotification.decode(Buffer.from(bytes, 'base64'))
      const file = await fileOf(announced, this.#options.limits)
      if (file === 'later') {
        this.#later()
        continue
      }
      const history = file === 'gone' ? undefined : await historyIn(file)
      if (history) await this.#options.onHistory(history)
      else this.#options.onLost()
      await this.#change((left) => left.delete(name))
    }
  }

  #later(): void {
    if (this.#ended.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.resume(), retryMs).unref()
  }

  async #left(): Promise<Map<string, string>> {
    const found = await this.#options.keys.get(key.type, [key.id])
    const entries = listOf(jsonOf(found.get(key.id) ?? new Uint8Array()))
    return new Map(
      entries.map((entry) => {
        const [name, bytes] = listOf(entry)
        return [textOf(name) ?? '', textOf(bytes) ?? '']
      }),
    )
  }

  /** One after the other, because all are in one value. */
  #change(change: (left: Map<string, string>) => unknown): Promise<void> {
    const changed = this.#changing.then(async () => {
      const left = await this.#left()
      change(left)
      const value = left.size > 0 ? Buffer.from(JSON.stringify([...left])) : null
      await this.#options.keys.set([{ ...key, value }])
    })
    this.#changing = changed.catch(() => {})
    return changed
  }
}

/** The packed file; `later` if its servers do not give it now, `gone` if they never will. */
async function fileOf(announced: Announced, limits: CallLimits): Promise<Uint8Array | 'later' | 'gone'> {
  const { initialHistBootstrapInlinePayload: inline, directPath, mediaKey } = announced
  if (inline?.length) return inline
  if (!directPath || mediaKey?.length !== 32) return 'gone'
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
  const fetched = await fetchOpened(medium, { ...limits, maxBytes: mostBytes })
  if (fetched instanceof Uint8Array) return fetched
  return fetched.outcome === 'gap' ? 'gone' : 'later'
}

async function historyIn(file: Uint8Array): Promise<History | undefined> {
  try {
    const bytes = await unpack(file, { maxOutputLength: mostUnpacked })
    return processHistoryMessage(proto.HistorySync.decode(bytes))
  } catch {
    return undefined
  }
}
