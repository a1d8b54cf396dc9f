import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { eventAheadQuery, eventQuery, threadAheadQuery } from './queries.ts'

/** Loads events and their conversations before the reader opens them, one after the other. */
export function useAhead(ids: readonly string[], isReady: boolean): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const wanted = ids.join()
  useEffect(() => {
    if (!isReady) return
    let isWanted = true
    const load = async () => {
      for (const id of wanted.split(',').filter(Boolean)) {
        if (!isWanted) return
        if (queryClient.getQueryData(eventQuery(api, id).queryKey)) continue
        const event = await queryClient.fetchQuery(eventAheadQuery(api, id))
        if (isWanted) await queryClient.prefetchQuery(threadAheadQuery(api, event))
      }
    }
    // What cannot be loaded ahead is loaded when it is opened, and fails there.
    load().catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [api, queryClient, wanted, isReady])
}
