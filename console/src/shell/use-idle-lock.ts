import { watchIdle } from '@verbatim/client/idle-watch.ts'
import { useEffect } from 'react'
import { useAppContext } from './use-app-context.ts'

/** Locks every tab after `idleMinutes` without any activity. */
export function useIdleLock(idleMinutes: number): void {
  const { session } = useAppContext()
  useEffect(() => watchIdle(idleMinutes, () => void session.lock()), [session, idleMinutes])
}
