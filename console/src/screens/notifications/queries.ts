import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { NotificationId } from '@verbatim/contract/ids.ts'
import {
  checkRecipients,
  getNotification,
  listNotificationReceipts,
} from '@verbatim/contract/notifications.ts'
import { listPolicies } from '@verbatim/contract/policies.ts'

export function notificationQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['notifications', 'one', id],
    queryFn: ({ signal }) => {
      const { data } = NotificationId.safeParse(id)
      if (!data) throw new Failure('notification.not-found')
      return api(getNotification, { params: { id: data } }, signal)
    },
  })
}

/** What became of the mails: looked at again while some are on their way, which nobody announces. */
export function receiptsQuery(api: Api, id: NotificationId) {
  return queryOptions({
    queryKey: ['notifications', 'receipts', id],
    queryFn: ({ signal }) => api(listNotificationReceipts, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (data.waiting > 0 || data.items.some(({ state }) => state === 'queued')) ? 5_000 : false,
  })
}

/** Policies to choose from, as many as a page has. */
export function policyChoicesQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: ['policies', 'choices', search],
    queryFn: async ({ signal }) =>
      (await api(listPolicies, { query: { limit: 200, ...(search && { search }) } }, signal)).items,
    placeholderData: keepPreviousData,
  })
}

/** Recipients that are no platform users. */
export function withoutUserQuery(api: Api, recipients: readonly string[]) {
  return queryOptions({
    queryKey: ['notifications', 'recipients', recipients],
    queryFn: async ({ signal }) =>
      (await api(checkRecipients, { body: { recipients: [...recipients] } }, signal)).withoutUser,
    enabled: recipients.length > 0,
    staleTime: 60_000,
    gcTime: 60_000,
  })
}
