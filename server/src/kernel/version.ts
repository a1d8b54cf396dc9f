import type { FailureCode } from '@verbatim/contract/errors.ts'
import { Failure, type FailureDetails } from './failure.ts'

/** A thing that is to be changed, in the version that the user saw. */
export interface Seen<Id extends string> {
  readonly id: Id
  /** Undefined if they name none. */
  readonly expectedVersion: number | undefined
}

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

/** A row that administrators change, as the contract's `lastChange`. */
interface LastChangeRow {
  readonly version: number
  readonly changed_at: Date
  readonly changed_by_name: string
}

export const lastChangeOf = ({ version, changed_at, changed_by_name }: LastChangeRow) => ({
  version,
  changedAt: changed_at.toISOString(),
  changedBy: changed_by_name,
})
