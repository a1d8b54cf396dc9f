import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type InboxItem, listInbox, readInbox } from '@verbatim/contract/inbox.ts'
import type { InboxItemId } from '@verbatim/contract/ids.ts'
import { useApi } from '#shell/use-app-context.ts'

/** The reader's inbox, newest first. Changes are announced, so it is not polled. */
export function inboxQuery(api: Api) {
  const start: InboxItemId | undefined = undefined
  return infiniteQueryOptions({
    queryKey: ['inbox'],
    queryFn: ({ signal, pageParam }) =>
      api(listInbox, { query: { ...(pageParam && { before: pageParam }) } }, signal),
    initialPageParam: start as InboxItemId | undefined,
    getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
  })
}

/** Marks items as read, at once on screen; without IDs, all. */
export function useReadInbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: InboxItemId[] | undefined) => api(readInbox, { body: { ...(ids && { ids }) } }),
    onMutate: (ids) => {
      queryClient.setQueryData(
        inboxQuery(api).queryKey,
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({
              ...page,
              unread: ids ? Math.max(0, page.unread - countUnread(page.items, ids)) : 0,
              items: page.items.map((item) =>
                !ids || ids.includes(item.id) ? { ...item, isRead: true } : item,
              ),
            })),
          },
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['inbox'] }),
  })
}

const countUnread = (items: readonly InboxItem[], ids: readonly InboxItemId[]) =>
  items.filter(({ id, isRead }) => !isRead && ids.includes(id)).length
