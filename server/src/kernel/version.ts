import type { FailureCode } from '@verbatim/contract/errors.ts'
import { Failure, type FailureDetails } from './failure.ts'

/** The failures of a change that is based on an older version. */
export type ChangedCode = Extract<FailureCode, `${string}.changed`>

/**
 * Refuses a change that is based on another version than the current one.
 * @param expected Undefined if the caller names none.
 * @param details Further details besides the current version.
 * @throws Failure with this code
 */
export function requireVersion(
  code: ChangedCode,
  current: number,
  expected: number | undefined,
  details: FailureDetails = {},
): void {
  if (expected !== undefined && expected !== current)
    throw new Failure(code, { ...details, version: current })
}
