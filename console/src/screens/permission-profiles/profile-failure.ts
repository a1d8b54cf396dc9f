import { asFailure, Failure } from '@verbatim/client/failure.ts'
import { profileFailedText } from '@verbatim/contract/permission-profiles.ts'
import { useFailureToast } from '#failures/failure-toast.ts'

/** Tells that a profile was not created, saved or deleted. */
export function useProfileFailureToast(): (title: string, error: unknown) => void {
  const tellFailure = useFailureToast()
  return (title, error) => tellFailure(title, toProfileFailure(asFailure(error)))
}

/** An unexpected failure has words of its own here. Source: docs/rules/texts.md. */
export function toProfileFailure(failure: Failure): Failure {
  const { code, status, details, requestId, cause } = failure
  return status === 500
    ? new Failure(code, { message: profileFailedText, status, details, requestId, cause })
    : failure
}
