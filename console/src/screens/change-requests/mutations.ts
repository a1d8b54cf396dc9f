import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ChangeRequest,
  changeRequestStateNames,
  decideChangeRequest,
  getRequestedRules,
  withdrawChangeRequest,
} from '@verbatim/contract/change-requests.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
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

/** Has the browser save the file of rules that a request would import. */
export function useSaveRules({ id, targetName }: ChangeRequest) {
  const api = useApi()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: async () => {
      const file = await (await api(getRequestedRules, { params: { id } })).read()
      saveFile(`Rules for ${targetName}.csv`, file)
    },
    onError: (error) => tellFailure('The file was not downloaded', error),
  })
}
