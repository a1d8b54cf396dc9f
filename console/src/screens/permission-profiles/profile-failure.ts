import { Failure } from '@verbatim/client/failure.ts'
import { profileFailedText } from '@verbatim/contract/permission-profiles.ts'

/** An unexpected failure to create, save or delete a profile has a special text. Source: docs/rules/texts.md. */
export function toProfileFailure(failure: Failure): Failure {
  const { code, status, details, requestId, cause } = failure
  return status === 500
    ? // The request follows it as another sentence.
      new Failure(code, {
        message: requestId ? `${profileFailedText}.` : profileFailedText,
        status,
        details,
        requestId,
        cause,
      })
    : failure
}
