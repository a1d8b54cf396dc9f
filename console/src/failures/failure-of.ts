import { Failure } from '@verbatim/client/failure.ts'

/** The failure that an error is, or represents; undefined for a bug. */
export function failureOf(error: unknown): Failure | undefined {
  return error instanceof Failure ? error : undefined
}

/** The permission that a refused call needs, if the refusal names it. */
export function missingPermission({ status, details: { permission } }: Failure): string | undefined {
  return status === 403 && typeof permission === 'string' ? permission : undefined
}

export const askForPermission = 'An administrator of your organization can give it to you.'
