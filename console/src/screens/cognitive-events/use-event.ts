import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { failureOf } from '#failures/failure-of.ts'
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

/** The event, unless the access to it has ended since it was drawn. */
export function openableEvent(data: CognitiveEventDetail | undefined, error: Error | null) {
  return [403, 404].includes(failureOf(error)?.status ?? 0) ? undefined : data
}
