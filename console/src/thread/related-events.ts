import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type CognitiveEvent, listCognitiveEvents } from '@verbatim/contract/cognitive-events.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'

/** The cognitive events about a message or a conversation, most severe first. Source: docs/rules/lists.md. */
function relatedEventsQuery(api: Api, field: 'messageId' | 'conversationId', id: string) {
  return queryOptions({
    queryKey: ['cognitive-events', 'related', field, id],
    queryFn: ({ signal }) => {
      const query = { filter: `${field}[eq]:${id}`, sort: '-severity,-triggeredTime', skip: 0, limit: 1000 }
      return api(listCognitiveEvents, { query }, signal)
    },
  })
}

/** The events about a message or a conversation: the first 1,000, and their number. */
export interface RelatedEvents {
  readonly items: readonly CognitiveEvent[]
  readonly total: number
}

export interface RelatedEventsState {
  /** Undefined until they are known. */
  readonly events: RelatedEvents | undefined
  /** Calls them again, if they could not be loaded. */
  readonly retry: (() => void) | undefined
}

/** The events about a message or a conversation; neither for readers who may not see events. */
export function useRelatedEvents(field: 'messageId' | 'conversationId', id: string): RelatedEventsState {
  const enabled = useCan('events.view')
  const { data, isLoadingError, refetch } = useQuery({
    ...relatedEventsQuery(useApi(), field, id),
    enabled,
  })
  return { events: data, retry: isLoadingError ? () => void refetch() : undefined }
}
