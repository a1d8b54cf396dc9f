import { openIdleLock } from '@verbatim/client/idle-lock.ts'
import { useEffect } from 'react'
import { useHouse } from './use-house.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const
const checkEveryMs = 10_000

/** Locks every tab once nobody has used one for `idleMinutes`. A machine that slept notices when it wakes. */
export function useIdleLock(idleMinutes: number): void {
  const { session } = useHouse()
  useEffect(() => {
    const lock = openIdleLock({
      idleMinutes,
      lock: () => void session.lock(),
      shared: localStorage,
      now: () => Date.now(),
    })
    const options = { capture: true, passive: true }
    lock.used()
    for (const sign of signs) document.addEventListener(sign, lock.used, options)
    document.addEventListener('visibilitychange', lock.check)
    const timer = setInterval(lock.check, checkEveryMs)
    return () => {
      for (const sign of signs) document.removeEventListener(sign, lock.used, options)
      document.removeEventListener('visibilitychange', lock.check)
      clearInterval(timer)
    }
  }, [session, idleMinutes])
}
