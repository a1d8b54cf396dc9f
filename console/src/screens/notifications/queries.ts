import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { NotificationId } from '@verbatim/contract/ids.ts'
import { checkRecipients, listNotificationReceipts } from '@verbatim/contract/notifications.ts'
import { listPolicies, type Policy } from '@verbatim/contract/policies.ts'
import { listSource } from '#lists/entities.ts'

/** The state of the mails, requested again while some are being sent, because the server does not announce it. */
export function receiptsQuery(api: Api, id: NotificationId) {
  return queryOptions({
    queryKey: ['notifications', 'receipts', id],
    queryFn: ({ signal }) => api(listNotificationReceipts, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data && (data.waiting > 0 || data.items.some(({ state }) => state === 'queued')) ? 5_000 : false,
  })
}

export type PolicyEntity = Pick<Policy, 'id' | 'name' | 'severity' | 'enabled'>

/** Policies to choose from. */
export const notifiedPolicies = listSource(
  { key: ['policies', 'to notify of'], call: listPolicies },
  ({ id, name, severity, enabled }): PolicyEntity => ({ id, name, severity, enabled }),
)

/** Recipients who are not platform users. */
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
