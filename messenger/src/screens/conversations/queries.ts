import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { Failure } from '@verbatim/client/failure.ts'
import type { AttachmentId, ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import {
  getMessengerConversation,
  getMessengerPreview,
  listMessengerConversations,
} from '@verbatim/contract/messenger.ts'
import { readOrKept } from '#shell/read.ts'
import type { Visit } from '#shell/visit.ts'

const pageSize = 50

/** The reader's conversations, latest first, page by page. The first page of the unfiltered list is stored. */
export const conversationsQuery = (visit: Visit, find: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'list', find ?? ''],
    initialPageParam: 0,
    queryFn: ({ pageParam: skip, signal }) => {
      const query = { limit: pageSize, skip, ...(find && { search: `name:${find}` }) }
      const key = find || skip > 0 ? undefined : 'list'
      return readOrKept(visit, key, (api) => api(listMessengerConversations, { query }, signal))
    },
    getNextPageParam: (last, pages) => {
      const read = pages.length * pageSize
      return !last.isKept && read < last.answer.total ? read : undefined
    },
  })

/** A conversation with its thread, from the newest page backwards. The newest page is stored. */
export const threadQuery = (visit: Visit, id: string) =>
  infiniteQueryOptions({
    queryKey: ['conversations', 'thread', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: before, signal }) => {
      const call = {
        params: { id: id as ConversationId },
        query: { limit: pageSize, ...(before && { before }) },
      }
      return readOrKept(visit, before ? undefined : `thread ${id}`, (api) =>
        api(getMessengerConversation, call, signal),
      )
    },
    getNextPageParam: (last) => (last.isKept ? undefined : last.answer.before),
  })

/** The picture of an attachment, as the server drew it. */
export const previewQuery = ({ app }: Visit, messageId: MessageId, attachmentId: AttachmentId) =>
  queryOptions({
    queryKey: ['attachments', 'preview', messageId, attachmentId],
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      if (!app) throw new Failure('network')
      const params = { messageId, attachmentId }
      return (await app.api(getMessengerPreview, { params }, signal)).read()
    },
  })
