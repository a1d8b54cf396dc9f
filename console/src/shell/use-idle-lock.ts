import { watchIdle } from '@verbatim/client/idle-watch.ts'
import { useEffect } from 'react'
import { useHouse } from './use-house.ts'

/** Locks every tab once nobody has used one for `idleMinutes`. */
export function useIdleLock(idleMinutes: number): void {
  const { session } = useHouse()
  useEffect(() => watchIdle(idleMinutes, () => void session.lock()), [session, idleMinutes])
}
