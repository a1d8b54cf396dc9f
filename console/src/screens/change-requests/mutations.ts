import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ChangeRequest,
  changeRequestStateNames,
  decideChangeRequest,
  withdrawChangeRequest,
} from '@verbatim/contract/change-requests.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

export type Decision = 'approve' | 'reject' | 'withdraw'

/** Decides or withdraws a request, and reloads what it changes. */
export function useDecide({ id, targetName }: ChangeRequest, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ decision, reason }: { readonly decision: Decision; readonly reason: string }) =>
      decision === 'withdraw'
        ? api(withdrawChangeRequest, { params: { id } })
        : api(decideChangeRequest, { params: { id }, body: { decision, reason } }),
    onSuccess: ({ state }) => {
      toast({ tone: 'done', title: `“${targetName}”: ${changeRequestStateNames[state].toLowerCase()}` })
      onDone()
    },
    onError: (error) => tellFailure('The change request was not decided', error),
    onSettled: () =>
      Promise.all(
        ['change-requests', 'policies', 'organization'].map((slice) =>
          queryClient.invalidateQueries({ queryKey: [slice] }),
        ),
      ),
  })
}
