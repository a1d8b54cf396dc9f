import { upload } from './upload.ts'

/** The browser functions that the client uses, so that a test can replace them. */
export interface Environment {
  readonly fetch: typeof fetch
  /** `fetch` that reports the share of the body that was sent; undefined if that is unknown. */
  readonly upload?: typeof upload
  /** This device's clock, which may be wrong. */
  readonly now: () => Date
  /** The tab's storage, which ends with the tab. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Locks shared by all tabs of the origin; undefined in browsers without them. */
  readonly locks: TabLocks | undefined
  /** A channel to the other tabs of the origin; undefined in browsers without it. */
  readonly openChannel: ((name: string) => TabChannel) | undefined
  /** @throws the signal's reason when it aborts first. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1, to spread retries. */
  readonly chance: () => number
  /** The page's address; undefined without a page. */
  readonly origin?: string
  /** The sign-in address of the application, to which sign-out at the hosted pages returns; `/sign-in` of the console. */
  readonly signInPath?: string
}

/** Lets one tab of the origin at a time do the work with a name. A closed tab releases the lock. */
export interface TabLocks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
  /** The running work, in any tab. */
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>
}

interface TabChannel {
  readonly post: (message: unknown) => void
  /** Called with messages of other tabs. */
  readonly hear: (listener: (message: unknown) => void) => void
  readonly close: () => void
}

/** The browser itself. */
export function browserEnvironment(): Environment {
  return {
    fetch: (input, init) => globalThis.fetch(input, init),
    upload,
    now: () => new Date(),
    storage: globalThis.sessionStorage,
    locks: globalThis.navigator.locks as TabLocks | undefined,
    openChannel: 'BroadcastChannel' in globalThis ? openTabChannel : undefined,
    wait: waitFor,
    chance: () => Math.random(),
    origin: globalThis.location.origin,
  }
}

export function openTabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  return {
    post: (message) => channel.postMessage(message),
    hear: (listener) => {
      channel.onmessage = ({ data }: { data: unknown }) => listener(data)
    },
    close: () => channel.close(),
  }
}

/** Waits, unless the signal aborts. */
export function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
