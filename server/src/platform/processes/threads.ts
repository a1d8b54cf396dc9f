import { Worker } from 'node:worker_threads'

interface ThreadOptions {
  readonly threads: number
  /** For one piece of work. */
  readonly timeoutMs: number
  /** For the heap of one thread, without the bytes that it gets. */
  readonly memoryMb: number
  /** For buffers outside the heap; checked a few times a second. Unlimited by default. */
  readonly buffersMb?: number
  /** The program sends `ready` when it has loaded, then answers each task with one message. */
  readonly program: URL
  /** The program's `workerData`. */
  readonly given?: unknown
}

/** Why there is no answer. */
export type ThreadLoss = 'timeout' | 'crash' | 'closed' | 'cancelled'

/** The work killed its thread or took too long; other work is not affected. */
export class ThreadLost extends Error {
  override name = 'ThreadLost'
  readonly reason: ThreadLoss

  constructor(reason: ThreadLoss, cause?: unknown) {
    super(`The work was given up: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface Threads<Task, Answer> {
  /**
   * The result of the program for a task: bytes, or anything else that can be cloned.
   * @param signal Aborts when the caller no longer waits; the thread then soon takes other work.
   * @throws ThreadLost
   */
  ask(task: Task, signal?: AbortSignal): Promise<Answer>
  /** Ends all threads. Their current tasks are rejected. */
  close(): Promise<void>
}

/** Opens a small pool of threads. A thread starts with its first task, and is replaced if a task kills it. */
export function openThreads<Task, Answer>(options: ThreadOptions): Threads<Task, Answer> {
  return new ThreadPool(options)
}

interface Job<Task, Answer> {
  readonly task: Task
  /** The caller no longer waits for it. */
  cancelled: boolean
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: ThreadLost) => void
}

/** A thread and its task. One task at a time: if the thread fails, its task is the cause. */
interface Thread<Task, Answer> {
  readonly worker: Worker
  /** It has loaded its program; from now on, the time limit applies to the task. */
  ready: boolean
  job?: Job<Task, Answer> | undefined
  timer?: NodeJS.Timeout | undefined
  watch?: NodeJS.Timeout | undefined
}

/** How often the buffers of a thread are checked. */
const watchMs = 200
/** How long a thread without a caller may take to end by itself; starting another takes as long. */
const cancelMs = 300

class ThreadPool<Task, Answer> implements Threads<Task, Answer> {
  readonly #options: ThreadOptions
  readonly #waiting: Job<Task, Answer>[] = []
  readonly #threads = new Set<Thread<Task, Answer>>()
  #closed = false

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  async ask(task: Task, signal?: AbortSignal): Promise<Answer> {
    if (this.#closed) throw new ThreadLost('closed')
    if (signal?.aborted) throw new ThreadLost('cancelled', signal.reason)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const job = { task, cancelled: false, resolve, reject }
    const cancel = () => this.#cancel(job, signal?.reason)
    signal?.addEventListener('abort', cancel, { once: true })
    this.#waiting.push(job)
    this.#assign()
    return promise.finally(() => signal?.removeEventListener('abort', cancel))
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
      send(thread.worker, job.task)
    }
  }

  #cancel(job: Job<Task, Answer>, why: unknown): void {
    job.cancelled = true
    job.reject(new ThreadLost('cancelled', why))
    const at = this.#waiting.indexOf(job)
    if (at >= 0) return void this.#waiting.splice(at, 1)
    const thread = [...this.#threads].find((one) => one.job === job)
    if (thread?.ready) this.#limit(thread)
  }

  #start(): Thread<Task, Answer> | undefined {
    if (this.#threads.size >= this.#options.threads) return undefined
    const worker = new Worker(this.#options.program, {
      workerData: this.#options.given,
      resourceLimits: { maxOldGenerationSizeMb: this.#options.memoryMb },
    })
    const thread: Thread<Task, Answer> = { worker, ready: false }
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

  #limit(thread: Thread<Task, Answer>): void {
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    const { timeoutMs, buffersMb } = this.#options
    thread.timer = setTimeout(
      () => this.#lose(thread, 'timeout'),
      thread.job?.cancelled ? cancelMs : timeoutMs,
    )
    if (buffersMb !== undefined)
      thread.watch = setInterval(() => void this.#weigh(thread, buffersMb * 1024 * 1024), watchMs)
  }

  /** Buffers are outside the heap, so the heap's limit does not include them. */
  async #weigh(thread: Thread<Task, Answer>, most: number): Promise<void> {
    const { job } = thread
    const weight = await thread.worker.getHeapStatistics().catch(() => undefined)
    if (job && job === thread.job && weight && weight.external_memory > most) this.#lose(thread, 'crash')
  }

  /** Takes the job from its thread, which is then free for the next. A free thread does not keep the program alive. */
  #finish(thread: Thread<Task, Answer>): Job<Task, Answer> | undefined {
    const { job } = thread
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    thread.job = undefined
    thread.worker.unref()
    this.#assign()
    return job
  }

  /** Gives a thread and its work up; the next task gets a new thread. */
  #lose(thread: Thread<Task, Answer>, reason: ThreadLoss, cause?: unknown): void {
    if (!this.#threads.delete(thread)) return
    clearTimeout(thread.timer)
    clearInterval(thread.watch)
    thread.job?.reject(new ThreadLost(reason, cause))
    void thread.worker.terminate()
    if (!this.#closed) this.#assign()
  }
}

function send(worker: Worker, task: unknown): void {
  if (!(task instanceof Uint8Array)) return worker.postMessage(task)
  const copy = new Uint8Array(task) // alone in its buffer, because the whole buffer is sent and others may share it
  worker.postMessage(copy, [copy.buffer])
}
