/** Why a provider did not do what it was asked. Reasons are codes, without addresses or secrets. */
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import { callErrorCode, PrivateAddress } from '#platform/public-fetch.ts'

export type Unanswered = Unreached | Refused

/** For callers that wait for as long as the provider asks. */
export type UnansweredYet = Postponed | Refused

/** It may do so later. */
interface Unreached {
  readonly outcome: 'retry'
  readonly reason: string
}

/** Not before `afterMs`, if it said so. */
export interface Postponed extends Unreached {
  readonly afterMs?: number
}

/** Not until people change something. */
export interface Refused {
  readonly outcome: 'refused'
  readonly reason: ConnectionRefusal
}

export const refused = (reason: ConnectionRefusal): Refused => ({ outcome: 'refused', reason })

/** What the error of a call means. */
export const unansweredBy = (error: unknown): Unanswered =>
  error instanceof PrivateAddress
    ? refused('host-refused')
    : { outcome: 'retry', reason: callErrorCode(error) }
