import { upload } from './upload.ts'

/** What the client takes from the browser, named so that a test can give something else. */
export interface Environment {
  readonly fetch: typeof fetch
  /** `fetch` that reports the share of the body that was sent; undefined if that is unknown. */
  readonly upload?: typeof upload
  /** This device's clock, which may be wrong. */
  readonly now: () => Date
  /** Of the tab: gone when it is closed. */
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Over all tabs of the origin; undefined in browsers without it. */
  readonly locks: TabLocks | undefined
  /** To the other tabs of the origin; undefined in browsers without it. */
  readonly openChannel: ((name: string) => TabChannel) | undefined
  /** @throws the signal's reason when it aborts first. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1, to spread retries. */
  readonly chance: () => number
  /** Where the page is served; undefined where there is no page. */
  readonly origin?: string
  /** Where the application signs in, which its sign-out at the hosted pages leads back to; `/sign-in` of the console. */
  readonly signInPath?: string
}

/** Lets one tab of the origin at a time do the work of a name. A tab that is closed holds nothing any more. */
export interface TabLocks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>
  /** What is being done now, in any tab. */
  query(): Promise<{ readonly held?: readonly { readonly name?: string }[] }>
}

export interface TabChannel {
  readonly post: (message: unknown) => void
  /** Called with what other tabs post. */
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
