import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import {
  importPolicyRules,
  type Policy,
  type PolicyDetail,
  updatePolicy,
} from '@verbatim/contract/policies.ts'
import type { RuleFileType } from '@verbatim/contract/policy-rules.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useSendForApproval } from '#approval/queries.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { dependentsQuery, dependentWords } from './dependents.ts'

interface Enabling {
  readonly policy: Pick<Policy, 'id' | 'name' | 'version'>
  readonly enabled: boolean
  readonly isUndo?: boolean
}

/** Switches a policy on or off at once; if the server refuses, the list shows the previous state again. */
export function useSetEnabled() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const approval = useSendForApproval(toast)
  const lists = { queryKey: ['policies', 'list'] }
  const canView = useCan('notifications.view')
  const countDependents = async (id: PolicyId) =>
    canView ? queryClient.fetchQuery({ ...dependentsQuery(api, id), staleTime: 0 }).catch(() => 0) : 0
  const { mutate, isPending } = useMutation({
    mutationFn: ({ policy: { id, version }, enabled }: Enabling) =>
      api(updatePolicy, { params: { id }, body: { enabled, expectedVersion: version } }),
    onMutate: async ({ policy, enabled }) => {
      await queryClient.cancelQueries(lists)
      const before = queryClient.getQueriesData<Page<Policy>>(lists)
      queryClient.setQueriesData<Page<Policy>>(lists, (page) => page && withRow(page, policy.id, { enabled }))
      return { before }
    },
    onError: (error, { policy: { id, version, name }, enabled }, context) => {
      for (const [key, page] of context?.before ?? []) queryClient.setQueryData(key, page)
      const { code, message } = asFailure(error)
      if (code !== 'approval.required') return tellFailure(`“${name}” was not changed`, error)
      const change = {
        operation: 'update-policy' as const,
        policyId: id,
        body: { enabled, expectedVersion: version },
      }
      return toast({
        tone: 'failed',
        title: `“${name}” was not changed`,
        message,
        action: { label: 'Send for approval', act: () => approval.mutate({ change }) },
      })
    },
    onSuccess: async (policy, { enabled, isUndo }) => {
      const dependents = enabled ? 0 : await countDependents(policy.id)
      toast({
        tone: 'done',
        title: `“${policy.name}” is ${enabled ? 'enabled' : 'disabled'}`,
        series: 'policies',
        ...(dependents > 0 && {
          message: `${counted(dependents, 'notification')} ${dependentWords(dependents)}`,
        }),
        ...(!isUndo && {
          action: { label: 'Undo', act: () => mutate({ policy, enabled: !enabled, isUndo: true }) },
        }),
      })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['policies'] }),
  })
  return { setEnabled: mutate, isPending }
}

function withRow(page: Page<Policy>, id: Policy['id'], change: Partial<Policy>): Page<Policy> {
  return { ...page, items: page.items.map((row) => (row.id === id ? { ...row, ...change } : row)) }
}

interface Importing {
  readonly file: File
  readonly fileType: RuleFileType
  readonly alsoDisguised: boolean
  readonly dryRun: boolean
}

/** Reads a file of rules into a policy, or only reports the result. */
export function useImportRules({ id, version }: PolicyDetail) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ file, fileType, alsoDisguised, dryRun }: Importing) =>
      api(importPolicyRules, {
        params: { id },
        query: {
          fileType,
          alsoDisguised: String(alsoDisguised),
          dryRun: String(dryRun),
          expectedVersion: version,
        },
        // Systems use many names for the type of a CSV file.
        body: new Blob([file], { type: 'text/csv' }),
      }),
    onSuccess: ({ saved }) => saved && queryClient.invalidateQueries({ queryKey: ['policies'] }),
  })
}
