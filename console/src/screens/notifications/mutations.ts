import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import {
  type Notification,
  sendTestNotification,
  updateNotification,
} from '@verbatim/contract/notifications.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Switches a notification on or off in the list. */
export function useSetEnabled() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: ({ notification, enabled }: { notification: Notification; enabled: boolean }) =>
      api(updateNotification, {
        params: { id: notification.id },
        body: { enabled, expectedVersion: notification.version },
      }),
    onSuccess: ({ policyName, enabled }) =>
      toast({
        tone: 'done',
        title: `The notification of “${policyName}” is ${enabled ? 'enabled' : 'disabled'}`,
      }),
    onError: (error) => tellFailure('The notification was not changed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

type Test = CallOf<typeof sendTestNotification>['body']

/** Mails the signed-in user the text that recipients would get. */
export function useSendTest() {
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (body: Test) => api(sendTestNotification, { body }),
    onSuccess: ({ to }) => toast({ tone: 'done', title: `A test is on its way to ${to}` }),
    onError: (error) => tellFailure('The test was not sent', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications', 'receipts'] }),
  })
}
