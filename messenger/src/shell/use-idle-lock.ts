import { useQuery } from '@tanstack/react-query'
import { watchIdle } from '@verbatim/client/idle-watch.ts'
import { getFeatureConfig } from '@verbatim/contract/config.ts'
import { useEffect } from 'react'
import { readOrKept } from './read.ts'
import { useVisit } from './use-visit.ts'

/** Until the organization's setting is known. */
const idleMinutesAtFirst = 30

/** Locks every tab after the organization's period of inactivity, with or without a network. */
export function useIdleLock(): void {
  const visit = useVisit()
  const { data } = useQuery({
    queryKey: ['config'],
    queryFn: ({ signal }) => readOrKept(visit, 'config', (api) => api(getFeatureConfig, {}, signal)),
  })
  const idleMinutes = data?.answer.idleLockMinutes ?? idleMinutesAtFirst
  useEffect(() => watchIdle(idleMinutes, () => void visit.lock()), [visit, idleMinutes])
}
