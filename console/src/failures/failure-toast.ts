import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { askForPermission, missingPermission } from './failure-of.ts'

/** Tells what was not done, and why, beside what the reader is doing. The sign-in page says that a session ended. */
export function useFailureToast(): (title: string, error: unknown) => void {
  const toast = useToast()
  return (title, error) => {
    const told = failureToast(title, asFailure(error))
    if (told) toast(told)
  }
}

/** What `title` failed on, in a toast; undefined where the sign-in page that follows says it. */
export function failureToast(title: string, failure: Failure): Toast | undefined {
  if (failure.code === 'session.expired' || failure.code === 'session.missing') return undefined
  return { tone: 'failed', title, message: failureWords(failure) }
}

/** A failure's words, with what leads on: the permission that is missing, or the request that support asks for. */
export function failureWords(failure: Failure): string {
  const permission = missingPermission(failure)
  if (permission) return `You need the permission ${permission}. ${askForPermission}`
  const { message, status, requestId } = failure
  return status === 500 && requestId ? `${message} Request ${requestId}` : message
}
