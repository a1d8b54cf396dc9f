import { openIdleLock } from './idle-lock.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const
const checkEveryMs = 10_000

/**
 * Locks every tab of the origin after `idleMinutes` without activity. A machine that slept notices when it wakes.
 * @returns a function that ends the watch
 */
export function watchIdle(idleMinutes: number, lock: () => void): () => void {
  const idle = openIdleLock({ idleMinutes, lock, shared: localStorage, now: () => Date.now() })
  const options = { capture: true, passive: true }
  idle.used()
  for (const sign of signs) document.addEventListener(sign, idle.used, options)
  document.addEventListener('visibilitychange', idle.check)
  const timer = setInterval(idle.check, checkEveryMs)
  return () => {
    for (const sign of signs) document.removeEventListener(sign, idle.used, options)
    document.removeEventListener('visibilitychange', idle.check)
    clearInterval(timer)
  }
}
