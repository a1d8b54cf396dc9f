import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type InboxItem, listInbox, readInbox } from '@verbatim/contract/inbox.ts'
import type { InboxItemId } from '@verbatim/contract/ids.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
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

/** Where an item leads: its event, the event's comments, or the reader's or policy's events if it is about many. */
export function hrefOf({ kind, eventId, events, policy }: InboxItem, readerId: string): string {
  if (kind === 'mentioned' || kind === 'commented') return `/events/${eventId}/comments`
  if (events === 1 || kind === 'unassigned') return `/events/${eventId}`
  const filter = formatFilter([
    kind === 'raised'
      ? { field: 'policyName', operator: 'eq', values: [policy] }
      : { field: 'assigneeId', operator: 'eq', values: [readerId] },
  ])
  return `/events?${new URLSearchParams({ period: 'all', filter })}`
}

/** What was done, shown after the actor's name. */
export function deedOf({ kind, events }: Pick<InboxItem, 'kind' | 'events'>): string {
  const many = events > 1
  switch (kind) {
    case 'assigned':
      return many ? `assigned ${events} events to you` : 'assigned an event to you'
    case 'unassigned':
      return many ? `unassigned you from ${events} events` : 'unassigned you from an event'
    case 'moved':
      return many ? `changed the status of ${events} of your events` : 'changed the status of your event'
    case 'commented':
      return 'commented on your event'
    case 'mentioned':
      return 'mentioned you in a comment'
    case 'raised':
      return many ? `raised ${events} new events` : 'raised a new event'
  }
}
