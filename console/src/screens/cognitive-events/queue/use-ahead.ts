import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { eventAheadQuery, eventQuery, threadAheadQuery } from '#screens/cognitive-events/queries.ts'

/** Preloads events and their conversations one after the other, before the reader opens them. */
export function useAhead(ids: readonly string[], isReady: boolean): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const wanted = ids.join()
  useEffect(() => {
    if (!isReady) return
    let isWanted = true
    const load = async (id: string) => {
      if (!isWanted || queryClient.getQueryData(eventQuery(api, id).queryKey)) return
      // A failed preload is repeated when the event is opened, and the failure is shown there.
      await queryClient.prefetchQuery(eventAheadQuery(api, id))
      const event = queryClient.getQueryData(eventAheadQuery(api, id).queryKey)
      if (isWanted && event) await queryClient.prefetchQuery(threadAheadQuery(api, event))
    }
    const loadAll = async () => {
      for (const id of wanted.split(',').filter(Boolean)) await load(id)
    }
    void loadAll()
    return () => {
      isWanted = false
    }
  }, [api, queryClient, wanted, isReady])
}
