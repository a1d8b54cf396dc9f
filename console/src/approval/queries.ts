import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { createChangeRequest, listChangeRequests } from '@verbatim/contract/change-requests.ts'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import { useAct } from '#shell/use-act.ts'
import type { Toast } from '@verbatim/ui/Toasts.tsx'

/** A change in the form in which it is sent for approval. */
export type ApprovalCall = CallOf<typeof createChangeRequest>['body']

/** The change of a policy, or of the organization, that awaits approval: at most one. */
export function pendingQuery(api: Api, policyId?: string) {
  const about = policyId ? `policyId[eq]:${policyId}` : 'kind[eq]:retention'
  return queryOptions({
    queryKey: ['change-requests', 'pending', about],
    queryFn: ({ signal }) =>
      api(listChangeRequests, { query: { filter: `state[eq]:pending,${about}`, limit: '1' } }, signal),
    select: ({ items: [pending] }) => pending,
  })
}

/** Sends a change to the approvers. `onSent` gets the text for a toast. */
export const useSendForApproval = (onSent: (toast: Toast) => void) =>
  useAct({
    call: (api, body: ApprovalCall) => api(createChangeRequest, { body }),
    failed: 'The change was not sent for approval',
    touches: ['change-requests'],
    onDone: ({ targetName }) =>
      onSent({
        tone: 'done',
        title: 'Sent for approval',
        message: `The change to “${targetName}” takes effect once another person approves it.`,
      }),
  })
