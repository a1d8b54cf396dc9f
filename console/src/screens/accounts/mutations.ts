import { useMutation, useQueryClient } from '@tanstack/react-query'
import { redriveChannelAccount, updateChannelAccount } from '@verbatim/contract/accounts.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Tries the quarantined records of an account again. */
export function useRedrive(id: AccountId) {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: () => api(redriveChannelAccount, { params: { id } }),
    onSuccess: ({ redriven }) => {
      toast({
        tone: 'done',
        title: 'Records are being retried',
        message: `${numberText(redriven)} records in quarantine are being processed again.`,
      })
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
