import { Worker } from 'node:worker_threads'

export interface ThreadOptions {
  readonly threads: number
  /** For one piece of work. */
  readonly timeoutMs: number
  /** Of the heap of one thread; the bytes that it is given are not counted. */
  readonly memoryMb: number
  /** Beside the heap, where buffers lie; looked at a few times a second. Unlimited where it is not given. */
  readonly buffersMb?: number
  /** It says `ready` when it has loaded, then answers each message of bytes with one message. */
  readonly program: URL
}

/** Why there is no answer. */
export type ThreadLoss = 'timeout' | 'crash' | 'closed'

/** The work killed its thread or took too long; no other work suffers. */
export class ThreadLost extends Error {
  override name = 'ThreadLost'
  readonly reason: ThreadLoss

  constructor(reason: ThreadLoss, cause?: unknown) {
    super(`The work was given up: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Threads<Answer> {
  /**
   * What the program makes of these bytes.
   * @throws ThreadLost
   */
  ask(bytes: Uint8Array): Promise<Answer>
  /** Ends all threads. What they still work at is rejected. */
  close(): Promise<void>
}

/** Opens a small pool of threads. A thread starts with its first work, and is replaced when one kills it. */
export function openThreads<Answer>(options: ThreadOptions): Threads<Answer> {
  return new ThreadPool(options)
}

interface Job<Answer> {
  readonly bytes: Uint8Array
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: ThreadLost) => void
}

/** A thread and what it works at. One thing at a time: what goes wrong with a thread is the doing of its work. */
interface Thread<Answer> {
  readonly worker: Worker
  /** It has loaded its program: from now on, time is the work's. */
  ready: boolean
  job?: Job<Answer> | undefined
  timer?: NodeJS.Timeout | undefined
  watch?: NodeJS.Timeout | undefined
}

/** How often the buffers of a thread are looked at. */
const watchMs = 200

class ThreadPool<Answer> implements Threads<Answer> {
  readonly #options: ThreadOptions
  readonly #waiting: Job<Answer>[] = []
  readonly #threads = new Set<Thread<Answer>>()
  #closed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  ask(bytes: Uint8Array): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#closed) return reject(new ThreadLost('closed'))
      this.#waiting.push({ bytes, resolve, reject })
      this.#assign()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new ThreadLost('closed'))
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
      const copy = new Uint8Array(job.bytes) // alone in its buffer: what is sent is the whole buffer, and others may share it
      thread.worker.postMessage(copy, [copy.buffer])
    }
  }

  #start(): Thread<Answer> | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const worker = new Worker(this.#options.program, {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
    })
    const thread: Thread<Answer> = { worker, ready: false }
    worker.on('message', (said: Answer | 'ready') => {
      if (said !== 'ready') return this.#finish(thread)?.resolve(said as Answer)
      thread.ready = true
      if (thread.job) this.#limit(thread)
    })
    worker.on('error', (cause) => this.#lose(thread, 'crash', cause))
    worker.on('exit', () => this.#lose(thread, 'crash'))
    this.#threads.add(thread)
    return thread
  }

  #limit(thread: Thread<Answer>): void {
    thread.timer = setTimeout(() => this.#lose(thread, 'timeout'), this.#options.timeoutMs)
    const { buffersMb } = this.#options
    if (buffersMb !== undefined)
      thread.watch = setInterval(() => void this.#weigh(thread, buffersMb * 1024 * 1024), watchMs)
  }

  /** Buffers lie beside the heap, and the heap's limit does not see them. */
  async #weigh(thread: Thread<Answer>, most: number): Promise<void> {
    const { job } = thread
    const weight = await thread.worker.getHeapStatistics().catch(() => undefined)
    if (job && job === thread.job && weight && weight.external_memory > most) this.#lose(thread, 'crash')
  }

  /** Takes the job from its thread, which is then free for the next; a free thread keeps no program alive. */
  #finish(thread: Thread<Answer>): Job<Answer> | undefined {
    const { job } = thread
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    thread.job = undefined
    thread.worker.unref()
    this.#assign()
    return job
  }

  /** Gives a thread up, with its work; the next gets a new one. */
  #lose(thread: Thread<Answer>, reason: ThreadLoss, cause?: unknown): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    thread.job?.reject(new ThreadLost(reason, cause))
    void thread.worker.terminate()
    if (!this.#closed) this.#assign()
  }
}
