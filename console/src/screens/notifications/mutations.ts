import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallOf } from '@verbatim/contract/endpoint.ts'
import {
  createNotification,
  deleteNotification,
  type Notification,
  type NotificationDraft,
  sendTestNotification,
  updateNotification,
} from '@verbatim/contract/notifications.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#shell/failure-toast.ts'
import { useApi } from '#shell/use-house.ts'
import { notificationQuery } from './queries.ts'

/** Makes a notification, or changes `base`. */
export function useSaveNotification(base: Notification | undefined) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (draft: NotificationDraft) =>
      base
        ? api(updateNotification, {
            params: { id: base.id },
            body: { ...draft, expectedVersion: base.version },
          })
        : api(createNotification, { body: draft }),
    onSuccess: (saved) => queryClient.setQueryData(notificationQuery(api, saved.id).queryKey, saved),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['notifications'] }),
  })
}

/** Switches a notification on or off where it stands. */
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

export function useDeleteNotification({ id, version }: Notification) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(deleteNotification, { params: { id }, query: { expectedVersion: version } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['notifications', 'list'] }),
  })
}

type Test = CallOf<typeof sendTestNotification>['body']

/** Mails whoever is signed in what the recipients would get. */
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
