/**
 * Reloads the page if a part of the program is missing, as after an update: once, and never without
 * a network.
 */
interface ReloadQuestion {
  readonly href: string
  readonly nowMs: number
  readonly isOnline: boolean
  readonly storage: Pick<Storage, 'getItem'>
}

/** Whether a reload may help; not if it was just tried. */
export function isReloadDue({ href, nowMs, isOnline, storage }: ReloadQuestion): boolean {
  const [at, where] = (storage.getItem(key) ?? '').split(' ')
  return isOnline && !(where === href && nowMs - Number(at) < restMs)
}

export function noteReload({ href, nowMs, storage }: NotedReload): void {
  storage.setItem(key, `${nowMs} ${href}`)
}

interface NotedReload extends Pick<ReloadQuestion, 'href' | 'nowMs'> {
  readonly storage: Pick<Storage, 'setItem'>
}

const key = 'verbatim.reloaded'
const restMs = 60_000

/**
 * Prevents the router from reloading the page by itself, which it does for failures that start with a browser's message,
 * even without a network. `isMissingModule` still recognizes them.
 */
export function takeOverReloads(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `A part of the program is missing: ${payload.message}`
  })
}
