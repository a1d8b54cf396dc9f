import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  type ArchiveMailState,
  listArchiveMails,
  summarizeArchiving,
} from '@verbatim/contract/archive-mails.ts'
import { getArchiving } from '@verbatim/contract/archiving.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'

/** Mails leave without a word to open pages, so a page looks again. */
const lookAgainMs = 30_000
/** While earlier messages are archived. */
const progressMs = 2_000

const archivingKey = ['organization', 'archiving']

/** How the organization archives by mail, and what is wrong with the receiver. */
export function archivingQuery(api: Api) {
  return queryOptions({
    queryKey: archivingKey,
    queryFn: ({ signal }) => api(getArchiving, {}, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.backFill?.state === 'running' ? progressMs : lookAgainMs,
  })
}

/** Captured messages against mails, by day. */
export function archivingSummaryQuery(api: Api) {
  return queryOptions({
    queryKey: [...archivingKey, 'summary'],
    queryFn: ({ signal }) => api(summarizeArchiving, {}, signal),
    refetchInterval: lookAgainMs,
  })
}

export interface MailsShown {
  /** All states if absent. */
  readonly state: ArchiveMailState | undefined
  readonly page: number
  readonly size: number
}

/** The mails and their states, the newest first. */
export function archiveMailsQuery(api: Api, shown: MailsShown) {
  return queryOptions({
    queryKey: mailsKey('states', shown),
    queryFn: ({ signal }) =>
      api(listArchiveMails, { query: { ...questionOf(shown), about: 'false' } }, signal),
    refetchInterval: lookAgainMs,
    placeholderData: keepPreviousData,
  })
}

/** How many mails failed. */
export function failedMailsQuery(api: Api) {
  return queryOptions({
    queryKey: [...archivingKey, 'mails', 'failed'],
    queryFn: ({ signal }) =>
      api(
        listArchiveMails,
        { query: { ...questionOf({ state: 'failed', page: 1, size: 1 }), about: 'false' } },
        signal,
      ),
    select: ({ total, atLeast }) => ({ total, atLeast }),
    refetchInterval: lookAgainMs,
  })
}

/**
 * What the messages of the same mails are about, by their IDs. This is reading, which the audit trail has: a page that looks
 * again by itself asks for states alone.
 */
export function archivedWordsQuery(api: Api, shown: MailsShown) {
  return queryOptions({
    queryKey: mailsKey('words', shown),
    queryFn: async ({ signal }) => {
      const { items } = await api(listArchiveMails, { query: questionOf(shown) }, signal)
      return new Map(items.map(({ id, about }) => [id, about]))
    },
    placeholderData: keepPreviousData,
  })
}

const mailsKey = (what: 'states' | 'words', { state, page, size }: MailsShown) => [
  ...archivingKey,
  'mails',
  what,
  state,
  page,
  size,
]

function questionOf({ state, page, size }: MailsShown) {
  const filter = state ? [{ field: 'state', operator: 'eq' as const, values: [state] }] : []
  return formatListQuery({ limit: size, skip: (page - 1) * size, filter })
}
