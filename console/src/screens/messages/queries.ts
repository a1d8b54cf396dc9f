import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { type ListState, toExportCall } from '@verbatim/client/list-state.ts'
import { getConversation } from '@verbatim/contract/conversations.ts'
import { type ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { getMessage, listMessages, messageList } from '@verbatim/contract/messages.ts'
import { knownId } from '#lists/one-query.ts'

/** Rows do not wait for a count beyond this number. */
const countedAtOnce = 10_000

/** The Content Library's question; for large results the total is a lower bound. */
export const messagesQuestion = {
  key: ['messages'],
  spec: messageList,
  call: listMessages,
  fixed: { exactTo: countedAtOnce },
} as const

/** The total number of matches, which is counted while the rows are read. */
export function messageTotalQuery(api: Api, state: ListState) {
  const question = toExportCall(messageList, state)
  return queryOptions({
    queryKey: ['messages', 'total', question],
    queryFn: async ({ signal }) => {
      const { total, atLeast } = await api(listMessages, { query: { ...question, limit: 1 } }, signal)
      return { total, atLeast }
    },
  })
}

/** One message, with its history and its source. An invalid ID has no message. */
export function messageQuery(api: Api, id: string, search: string | undefined) {
  return queryOptions({
    queryKey: ['messages', 'one', id, search],
    queryFn: ({ signal }) => {
      const params = { id: knownId(MessageId, id, 'message.not-found') }
      return api(getMessage, { params, query: { search } }, signal)
    },
  })
}

const aroundCount = 11

/** Which message of which conversation; undefined until it is known. */
interface Place {
  readonly id: MessageId | undefined
  readonly conversationId: ConversationId | undefined
}

/** The message among those before and after it. */
export function contextQuery(api: Api, { id, conversationId }: Place, search: string | undefined) {
  return queryOptions({
    queryKey: ['conversations', conversationId, 'around', id, search],
    queryFn: ({ signal }) => readAround(api, { id, conversationId }, { search }, signal),
  })
}

/** The same, of a message that the reader has not opened yet. The server knows the difference, so it has a key of its own. */
export function contextAheadQuery(api: Api, { id, conversationId }: Place, search: string | undefined) {
  return queryOptions({
    queryKey: ['ahead', 'conversations', conversationId, 'around', id, search],
    queryFn: ({ signal }) => readAround(api, { id, conversationId }, { search, ahead: 'true' }, signal),
  })
}

function readAround(
  api: Api,
  { id: around, conversationId }: Place,
  how: { search: string | undefined; ahead?: 'true' },
  signal: AbortSignal,
) {
  if (!conversationId) throw new Failure('conversation.not-found')
  const query = { around, limit: aroundCount, ...how }
  return api(getConversation, { params: { id: conversationId }, query }, signal)
}
