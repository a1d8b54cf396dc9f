import { Worker } from 'node:worker_threads'
import type { JournalMail } from './journal-mail.ts'

export interface MailParserOptions {
  readonly threads: number
  /** For one mail. */
  readonly timeoutMs: number
  /** Of the heap of one thread; the bytes of the mail itself are not counted. */
  readonly memoryMb: number
  /** The program of the threads; tests put one here that misbehaves. */
  readonly program?: URL
}

export interface MailParser {
  /**
   * Reads a mail in a thread of its own.
   * @throws PoisonedMail for a mail that kills its thread or takes too long; no other mail suffers.
   */
  parse(bytes: Uint8Array): Promise<JournalMail>
  /** Ends all threads. Mails that are still being read are rejected. */
  close(): Promise<void>
}

/** A mail that could not be read within its limits. The bytes are kept; another try may have more luck. */
export class PoisonedMail extends Error {
  override name = 'PoisonedMail'
  readonly reason: 'timeout' | 'crash' | 'closed'

  constructor(reason: 'timeout' | 'crash' | 'closed', cause?: unknown) {
    super(`The mail could not be read: ${reason}`, { cause })
    this.reason = reason
  }
}

interface Job {
  readonly bytes: Uint8Array
  readonly resolve: (mail: JournalMail) => void
  readonly reject: (error: PoisonedMail) => void
}

/** Opens a small pool of parsing threads. A thread starts with its first mail, and is replaced when one kills it. */
export function openMailParser(options: MailParserOptions): MailParser {
  return new ThreadPool(options)
}

/** A thread and the mail it is reading. One mail at a time: what goes wrong with a thread is the doing of its mail. */
interface Thread {
  readonly worker: Worker
  /** It has loaded its program: from now on, time is the mail's. */
  ready: boolean
  job?: Job | undefined
  timer?: NodeJS.Timeout | undefined
}

class ThreadPool implements MailParser {
  readonly #options: MailParserOptions
  readonly #waiting: Job[] = []
  readonly #threads = new Set<Thread>()
  #closed = false

  constructor(options: MailParserOptions) {
    this.#options = options
  }

  parse(bytes: Uint8Array): Promise<JournalMail> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new PoisonedMail('closed'))
      this.#waiting.push({ bytes, resolve, reject })
      this.#assign()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new PoisonedMail('closed'))
    const threads = [...this.#threads]
    for (const thread of threads) this.#lose(thread, 'closed')
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  #assign(): void {
    while (this.#waiting.length > 0) {
      const thread = [...this.#threads].find(({ job }) => !job) ?? this.#start()
      const job = thread && this.#waiting.shift()
      if (!job) return
      thread.job = job
      thread.worker.ref()
      if (thread.ready) this.#limit(thread)
      const copy = new Uint8Array(job.bytes) // alone in its buffer: what is sent is the whole buffer, and mails may share one
      thread.worker.postMessage(copy, [copy.buffer])
    }
  }

  #start(): Thread | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const worker = new Worker(this.#options.program ?? new URL('./parse-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
    })
    const thread: Thread = { worker, ready: false }
    worker.on('message', (said: JournalMail | 'ready') => {
      if (said !== 'ready') return this.#finish(thread)?.resolve(said)
      thread.ready = true
      if (thread.job) this.#limit(thread)
    })
    worker.on('error', (cause) => this.#lose(thread, 'crash', cause))
    worker.on('exit', () => this.#lose(thread, 'crash'))
    this.#threads.add(thread)
    return thread
  }

  #limit(thread: Thread): void {
    thread.timer = setTimeout(() => this.#lose(thread, 'timeout'), this.#options.timeoutMs)
  }

  /** Takes the job from its thread, which is then free for the next; a free thread keeps no program alive. */
  #finish(thread: Thread): Job | undefined {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    thread.worker.unref()
    this.#assign()
    return job
  }

  /** Gives a thread up, with its mail; the next mail gets a new one. */
  #lose(thread: Thread, reason: PoisonedMail['reason'], cause?: unknown): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    thread.job?.reject(new PoisonedMail(reason, cause))
    void thread.worker.terminate()
    if (!this.#closed) this.#assign()
  }
}
