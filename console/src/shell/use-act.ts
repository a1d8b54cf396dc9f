import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from './use-app-context.ts'

type Done = string | Omit<Toast, 'tone'> | undefined

/** What a user does with a call: what it sends, its toasts, and the slices that show it. */
interface Act<Given, Answer> {
  readonly call: (api: Api, given: Given) => Promise<Answer>
  /** The toast when it is done, or its title; none by default. */
  readonly done?: (answer: Answer, given: Given) => Done
  /** The title of the toast when it fails. Without it, the caller shows failures. */
  readonly failed?: string
  /** The slices whose data is requested again, also after a failure: someone else may have acted first. */
  readonly touches: readonly string[]
  /** Done as soon as the call is answered, before the slices are. */
  readonly onDone?: (answer: Answer, given: Given) => void
}

/** The mutation of an act. It is pending until the slices are up to date. */
export function useAct<Answer, Given = void>(act: Act<Given, Answer>) {
  const { call, done, failed, touches, onDone } = act
  const api = useApi()
  const queryClient = useQueryClient()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (given: Given) => call(api, given),
    onSuccess: (answer, given) => {
      const success = done?.(answer, given)
      if (success) toast({ tone: 'done', ...(typeof success === 'string' ? { title: success } : success) })
      onDone?.(answer, given)
    },
    onError: (error) => {
      if (failed) tellFailure(failed, error)
    },
    onSettled: () =>
      Promise.all(touches.map((slice) => queryClient.invalidateQueries({ queryKey: [slice] }))),
  })
}
