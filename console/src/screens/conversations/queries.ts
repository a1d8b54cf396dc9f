import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getConversation, getConversationSummary } from '@verbatim/contract/conversations.ts'
import { ConversationId, type MessageId } from '@verbatim/contract/ids.ts'
import { type Condition, formatFilter } from '@verbatim/contract/list-filter.ts'
import { listMessages } from '@verbatim/contract/messages.ts'
import { knownId } from '#lists/one-query.ts'
import type { ThreadPlace } from '#thread/thread-place.ts'

const conversationId = (id: string) => knownId(ConversationId, id, 'conversation.not-found')

const messagesPerPage = 60
/** Distant messages are removed from the document, so a thread of any length needs the memory of a few pages. */
const mostPages = 12

/** The thread around a message, or its newest end, with pages in both directions. */
export function overviewQuery(api: Api, id: string, anchor: string | undefined, find: string | undefined) {
  const start: ThreadPlace = anchor ? { around: anchor as MessageId } : {}
  return infiniteQueryOptions({
    queryKey: ['conversations', id, 'overview', anchor ?? 'newest', find],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...pageParam, limit: messagesPerPage, search: find }
      return api(getConversation, { params: { id: conversationId(id) }, query }, signal)
    },
    initialPageParam: start,
    getPreviousPageParam: ({ before }): ThreadPlace | undefined => (before ? { before } : undefined),
    getNextPageParam: ({ after }): ThreadPlace | undefined => (after ? { after } : undefined),
    maxPages: mostPages,
    placeholderData: keepPreviousData,
  })
}

/** A few sentences of the conversation, in its own words. */
export function summaryQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['conversations', id, 'summary'],
    queryFn: ({ signal }) => api(getConversationSummary, { params: { id: conversationId(id) } }, signal),
  })
}

export const hitsPerPage = 200

/** The messages of a conversation that contain the words, newest first. */
export function hitsQuery(api: Api, id: string, find: string, page: number) {
  return queryOptions({
    queryKey: ['messages', 'found', id, find, page],
    queryFn: ({ signal }) => {
      const query = {
        filter: formatFilter([inConversation(id)]),
        search: `messageBody:${find}`,
        sort: '-postedDate',
        limit: hitsPerPage,
        skip: page * hitsPerPage,
      }
      return api(listMessages, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })
}

/** The first message of a conversation, or the first one posted at a given time or later. */
export function firstMessageQuery(api: Api, id: string, from: Date | undefined) {
  const since: Condition[] = from
    ? [{ field: 'postedDate', operator: 'gte', values: [from.toISOString()] }]
    : []
  return queryOptions({
    queryKey: ['messages', 'first', id, from?.toISOString()],
    queryFn: async ({ signal }) => {
      const query = { filter: formatFilter([inConversation(id), ...since]), sort: 'postedDate', limit: 1 }
      return (await api(listMessages, { query }, signal)).items[0] ?? null
    },
  })
}

const inConversation = (id: string): Condition => ({ field: 'conversationId', operator: 'eq', values: [id] })
