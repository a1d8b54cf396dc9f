import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  type CognitiveEvent,
  type CognitiveEventDetail,
  getCognitiveEvent,
  listCognitiveEvents,
} from '@verbatim/contract/cognitive-events.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import type { EvidenceMark } from '@verbatim/ui/message-words.ts'
import { useApi, useCan } from '#shell/use-house.ts'

/** The evidence of so many events is marked in a thread: the gravest and newest. */
const mostMarked = 20

/** The cognitive events about a message or a conversation, gravest first. Source: spec §7. */
function relatedEventsQuery(api: Api, field: 'messageId' | 'conversationId', id: string) {
  return queryOptions({
    queryKey: ['cognitive-events', 'related', field, id],
    queryFn: ({ signal }) => {
      const query = { filter: `${field}[eq]:${id}`, sort: '-severity,-triggeredTime', skip: 0, limit: 1000 }
      return api(listCognitiveEvents, { query }, signal)
    },
  })
}

function evidenceQuery(api: Api, id: EventId) {
  return queryOptions({
    queryKey: ['cognitive-events', 'evidence', id],
    queryFn: ({ signal }) => api(getCognitiveEvent, { params: { id } }, signal),
  })
}

export interface RelatedEvents {
  /** Undefined until they are known, and for readers who may not see events. */
  readonly events: readonly CognitiveEvent[] | undefined
  /** Message id → where rules matched in its text. */
  readonly evidence: ReadonlyMap<string, readonly EvidenceMark[]>
}

/** What policies raised about a message or a conversation, and where. */
export function useRelatedEvents(field: 'messageId' | 'conversationId', id: string): RelatedEvents {
  const api = useApi()
  const enabled = useCan('events.view')
  const { data } = useQuery({ ...relatedEventsQuery(api, field, id), enabled })
  const evidence = useQueries({
    queries: (data?.items ?? []).slice(0, mostMarked).map((event) => evidenceQuery(api, event.id)),
    combine: marksOf,
  })
  return { events: data?.items, evidence }
}

function marksOf(details: readonly { data?: CognitiveEventDetail | undefined }[]) {
  const found = details
    .flatMap(({ data }) => data?.evidence ?? [])
    .filter(({ part, end, start }) => part === 'text' && end > start)
  return Map.groupBy(found, ({ messageId }): string => messageId)
}
