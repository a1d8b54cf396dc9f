import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MetricAlert, metricAlertCalls } from '@verbatim/contract/metric-alerts.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Switches an alert on or off in the list. */
export function useSetEnabled() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ alert, enabled }: { alert: MetricAlert; enabled: boolean }) =>
      api(metricAlertCalls.update, {
        params: { id: alert.id },
        body: { enabled, expectedVersion: alert.version },
      }),
    onSuccess: ({ name, enabled }) =>
      toast({ tone: 'done', title: `“${name}” is ${enabled ? 'enabled' : 'disabled'}` }),
    onError: (error) => tellFailure('The alert was not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['metric-alerts'] }),
  })
}
