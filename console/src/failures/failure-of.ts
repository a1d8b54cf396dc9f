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

/** Browsers' messages if a part of the program cannot be fetched. They have no code for this. */
const missingModule =
  /dynamically imported module|Importing a module script failed|error loading dynamically|Unable to preload CSS/i

export function isMissingModule(error: unknown): boolean {
  return error instanceof Error && missingModule.test(error.message)
}
