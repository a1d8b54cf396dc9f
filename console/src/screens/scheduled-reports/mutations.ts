import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type ReportSchedule,
  reportScheduleCalls,
  type ReportSubscription,
  sendReportNow,
  updateReportSubscription,
} from '@verbatim/contract/report-schedules.ts'
import type { ReportScheduleId } from '@verbatim/contract/ids.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Pauses a scheduled report, or goes on with it, in the list. */
export function useSetEnabled() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ schedule, enabled }: { schedule: ReportSchedule; enabled: boolean }) =>
      api(reportScheduleCalls.update, {
        params: { id: schedule.id },
        body: { enabled, expectedVersion: schedule.version },
      }),
    onSuccess: ({ name, enabled }) =>
      toast({ tone: 'done', title: `“${name}” is ${enabled ? 'mailed again' : 'paused'}` }),
    onError: (error) => tellFailure('The scheduled report was not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['report-schedules'] }),
  })
}

/** Mails the signed-in user a copy now. */
export function useSendNow() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (id: ReportScheduleId) => api(sendReportNow, { params: { id } }),
    onSuccess: ({ to }) => toast({ tone: 'done', title: `A copy is on its way to ${to}` }),
    onError: (error) => tellFailure('The copy was not sent', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['report-schedules'] }),
  })
}

/** Stops a report for the signed-in user, or starts it again. */
export function useSubscribe() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ id, isSubscribed }: Pick<ReportSubscription, 'id' | 'isSubscribed'>) =>
      api(updateReportSubscription, { params: { id }, body: { isSubscribed } }),
    onSuccess: ({ name, isSubscribed }) =>
      toast({
        tone: 'done',
        title: isSubscribed ? `You get “${name}” again` : `You no longer get “${name}”`,
      }),
    onError: (error) => tellFailure('Nothing was changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['report-schedules'] }),
  })
}
