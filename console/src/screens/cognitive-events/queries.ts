import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type ListState, toListCall } from '@verbatim/client/list-state.ts'
import { listEventComments } from '@verbatim/contract/event-comments.ts'
import {
  type CognitiveEventDetail,
  getCognitiveEvent,
  listCognitiveEvents,
  cognitiveEventList,
} from '@verbatim/contract/cognitive-events.ts'
import { getConversation } from '@verbatim/contract/conversations.ts'
import type { ConversationId, EventId, MessageId } from '@verbatim/contract/ids.ts'
import { oneQuery } from '#lists/one-query.ts'
import type { ThreadPlace } from '#thread/thread-place.ts'

/** The list of events. */
export const eventsQuestion = {
  key: ['cognitive-events'],
  spec: cognitiveEventList,
  call: listCognitiveEvents,
} as const

/** The number of events that match a question. */
export function eventCountQuery(api: Api, state: ListState) {
  const query = toListCall(cognitiveEventList, { ...state, page: 1, size: 1 })
  return queryOptions({
    queryKey: ['cognitive-events', 'count', query],
    queryFn: async ({ signal }) => (await api(listCognitiveEvents, { query }, signal)).total,
    placeholderData: keepPreviousData,
  })
}

/** One event, with its evidence and history. */
export const eventQuery = oneQuery(['cognitive-events'], getCognitiveEvent, { query: {} })

/** An event that the reader has not opened yet. The server knows the difference, so it has a key of its own. */
export const eventAheadQuery = oneQuery(['ahead', 'cognitive-events'], getCognitiveEvent, {
  query: { ahead: 'true' },
})

const commentsPerPage = 50

/** The comments of an event, newest first. */
export function commentsQuery(api: Api, id: EventId) {
  return infiniteQueryOptions({
    queryKey: ['cognitive-events', 'comments', id],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: commentsPerPage, skip: pageParam, sort: '-at' }
      return api(listEventComments, { params: { id }, query }, signal)
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0)
      return read < total ? read : undefined
    },
  })
}

const messagesPerPage = 50

/** A conversation around a message, with pages in both directions. */
export function threadQuery(api: Api, id: ConversationId, around: MessageId) {
  const start: ThreadPlace = { around }
  return infiniteQueryOptions({
    queryKey: ['messages', 'thread', id, around],
    queryFn: ({ signal, pageParam }) =>
      api(getConversation, { params: { id }, query: { ...pageParam, limit: messagesPerPage } }, signal),
    initialPageParam: start,
    getPreviousPageParam: ({ before }): ThreadPlace | undefined => (before ? { before } : undefined),
    getNextPageParam: ({ after }): ThreadPlace | undefined => (after ? { after } : undefined),
  })
}

/** The same for an event that the reader has not opened yet. */
export function threadAheadQuery(api: Api, { conversationId: id, ...event }: CognitiveEventDetail) {
  const around = threadStart(event)
  return queryOptions({
    queryKey: ['ahead', 'messages', 'thread', id, around],
    queryFn: ({ signal }) =>
      api(
        getConversation,
        { params: { id }, query: { around, limit: messagesPerPage, ahead: 'true' } },
        signal,
      ),
  })
}

/** The message that a conversation is opened at: the first evidence. */
export const threadStart = ({ evidence, messageId }: Pick<CognitiveEventDetail, 'evidence' | 'messageId'>) =>
  evidence[0]?.messageId ?? messageId
