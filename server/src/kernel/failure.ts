import { type FailureCode, failures } from '@verbatim/contract/errors.ts'

/** A value in a failure's details: a list if several things are wrong. */
export type FailureDetails = Readonly<Record<string, string | number | readonly string[]>>

/**
 * A failure reported to the caller, named by its code in the contract.
 * Throw it where the fact is known; only `platform/http/reply.ts` catches it.
 * A bug is not a Failure: let it throw, and the caller gets a 500.
 */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly details: FailureDetails

  /** @param details Values for the log and the client. Never secrets, never message text. */
  constructor(code: FailureCode, details: FailureDetails = {}, cause?: unknown) {
    super(
      failures[code].message.replace(/\{(\w+)\}/g, (_, key) => [details[key] ?? []].flat().join(', ')),
      { cause },
    )
    this.code = code
    this.details = details
  }

  get status(): number {
    return failures[this.code].status
  }
}
