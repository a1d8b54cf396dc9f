/** The notifications that send no mail while their policy is disabled. */
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import { notificationCalls } from '@verbatim/contract/notifications.ts'

/** How many enabled notifications a policy has. */
export function dependentsQuery(api: Api, policyId: PolicyId) {
  return queryOptions({
    queryKey: ['notifications', 'of policy', policyId],
    queryFn: async ({ signal }) => {
      const query = { filter: `policyId[eq]:${policyId},status[eq]:enabled`, limit: 1 }
      return (await api(notificationCalls.list, { query }, signal)).total
    },
  })
}

/** The text after "2 notifications". */
export const dependentWords = (count: number) =>
  `${count === 1 ? 'depends on this policy and sends' : 'depend on this policy and send'} no email while it is disabled.`
