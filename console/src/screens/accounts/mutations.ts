import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateChannelAccount } from '@verbatim/contract/accounts.ts'
import { updateCanary } from '@verbatim/contract/canaries.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { redriveChannelAccount, redriveChannelAccounts } from '@verbatim/contract/redrives.ts'
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { Selection } from '@verbatim/ui/selection.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Tries quarantined records of an account again: these, or all. */
export function useRedrive(id: AccountId) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (recordIds: readonly RecordId[] | undefined) =>
      api(redriveChannelAccount, { params: { id }, body: recordIds ? { recordIds: [...recordIds] } : {} }),
    onSuccess: ({ redriven }) => {
      toast({
        tone: 'done',
        title: 'Records are being retried',
        message: `${counted(redriven, 'record')} in quarantine ${redriven === 1 ? 'is' : 'are'} being processed again. The account shows what comes of it.`,
      })
      return queryClient.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError: (error) => {
      tellFailure('Nothing was changed', error)
    },
  })
}

interface Accounts {
  readonly selection: Selection
  /** The list's question, for a selection of all that it matches. */
  readonly query: Readonly<Record<string, string>>
}

/** Tries the quarantined records of many accounts again. */
export function useRedriveMany(onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ selection, query }: Accounts) =>
      selection.kind === 'some'
        ? api(redriveChannelAccounts, { query: {}, body: { ids: [...selection.ids] as AccountId[] } })
        : api(redriveChannelAccounts, {
            query,
            body: { all: true, except: [...selection.except] as AccountId[] },
          }),
    onSuccess: ({ accounts, redriven }) => {
      toast({
        tone: 'done',
        title: redriven > 0 ? 'Records are being retried' : 'Nothing is in quarantine',
        message:
          redriven > 0
            ? `${counted(redriven, 'record')} of ${counted(accounts, 'account')} ${redriven === 1 ? 'is' : 'are'} being processed again. Each account shows what comes of it.`
            : 'The selected accounts have no records to retry.',
      })
      onDone()
      return queryClient.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError: (error) => {
      tellFailure('Nothing was changed', error)
    },
  })
}

/** Says how often an account should receive something; null expects nothing. */
export function useExpect(id: AccountId) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (expectedHours: number | null) =>
      api(updateChannelAccount, { params: { id }, body: { expectedHours } }),
    onSuccess: () => {
      toast({ tone: 'done', title: 'The expectation was saved' })
      return queryClient.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError: (error) => {
      tellFailure('The expectation was not saved', error)
    },
  })
}

/** Sends test messages to an account from now on, or no more. */
export function useUpdateCanary(id: AccountId) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (body: InputOf<typeof updateCanary>['body']) => api(updateCanary, { params: { id }, body }),
    onSuccess: ({ everyMinutes }) => {
      toast({
        tone: 'done',
        title: everyMinutes === null ? 'Test messages are off' : 'Test messages are sent from now on',
      })
      return queryClient.invalidateQueries({ queryKey: ['accounts'] })
    },
    onError: (error) => {
      tellFailure('The test messages were not changed', error)
    },
  })
}
