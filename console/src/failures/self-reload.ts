/**
 * The page reloads itself if a part of the program is gone, as after a newer version was installed: once, and never without
 * a network.
 */
interface ReloadQuestion {
  readonly href: string
  readonly nowMs: number
  readonly isOnline: boolean
  readonly storage: Pick<Storage, 'getItem'>
}

/** Whether a reload may help: not if it was tried a moment ago. */
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
 * Keeps the router from loading the page by itself, which it does for failures that begin with a browser's own words,
 * also without a network. `isMissingModule` still knows them.
 */
export function takeOverReloads(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `A part of the program is missing: ${payload.message}`
  })
}
