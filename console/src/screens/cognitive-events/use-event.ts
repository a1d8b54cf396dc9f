import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#shell/use-app-context.ts'
import { eventAheadQuery, eventQuery } from './queries.ts'

/** One event. Until the server answers, it is the preloaded one, if any. */
export function useEvent(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useQuery({
    ...eventQuery(api, id),
    placeholderData: () => queryClient.getQueryData(eventAheadQuery(api, id).queryKey),
  })
}
