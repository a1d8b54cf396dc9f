import { asFailure, type Failure } from '@verbatim/client/failure.ts'
import { type Toast, useToast } from '@verbatim/ui/Toasts.tsx'
import { askForPermission, missingPermission } from './failure-of.ts'

/**
 * Shows what failed and why, and perhaps a sentence more, without interrupting the user. The sign-in page reports the end of a
 * session.
 */
export function useFailureToast(): (title: string, error: unknown, more?: string) => void {
  const toast = useToast()
  return (title, error, more) => {
    const shown = failureToast(title, asFailure(error))
    if (shown) toast(more ? { ...shown, message: `${shown.message} ${more}` } : shown)
  }
}

/** The failure of `title`, in a toast; undefined if the sign-in page that follows reports it. */
export function failureToast(title: string, failure: Failure): Toast | undefined {
  if (failure.code === 'session.expired' || failure.code === 'session.missing') return undefined
  return { tone: 'failed', title, message: failureWords(failure) }
}

/** A failure's text with the next step: the missing permission, or the request ID for support. */
export function failureWords(failure: Failure): string {
  const permission = missingPermission(failure)
  if (permission) return `You need the permission ${permission}. ${askForPermission}`
  const { message, status, requestId } = failure
  return status === 500 && requestId ? `${message} Request ${requestId}` : message
}
