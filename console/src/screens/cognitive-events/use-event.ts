import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { eventAheadQuery, eventQuery } from './queries.ts'

/** One event. Until the server answers, it is the preloaded one, if any. */
export function useEvent(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  // The same function keeps its result: an undo forgets what was preloaded, and the event that is drawn stays drawn.
  const placeholderData = useCallback(
    () => queryClient.getQueryData(eventAheadQuery(api, id).queryKey),
    [api, queryClient, id],
  )
  return useQuery({ ...eventQuery(api, id), placeholderData })
}
