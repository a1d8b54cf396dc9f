/** Why a provider did not do what it was asked. Reasons are codes, without addresses or secrets. */
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import { callErrorCode, PrivateAddress, type ProviderAnswer } from '#platform/public-fetch.ts'

export type Unanswered = Postponed | Refused

/** It may do so later: not before `afterMs`, if it said so. */
export interface Postponed {
  readonly outcome: 'retry'
  readonly reason: string
  readonly afterMs?: number
}

/** Not until people change something. */
export interface Refused {
  readonly outcome: 'refused'
  readonly reason: ConnectionRefusal
}

export const refused = (reason: ConnectionRefusal): Refused => ({ outcome: 'refused', reason })

/** For an answer after which the same call may succeed later. */
export const postponedBy = ({
  status,
  retryAfterMs,
}: Pick<ProviderAnswer, 'status' | 'retryAfterMs'>): Postponed => ({
  outcome: 'retry',
  reason: `status-${status}`,
  ...(retryAfterMs !== undefined && { afterMs: retryAfterMs }),
})

/** It is there, and has been asked too often. */
export const isBusy = ({ outcome, reason }: { readonly outcome: string; readonly reason?: string }) =>
  outcome === 'retry' && reason === 'status-429'

/** What the error of a call means. */
export const unansweredBy = (error: unknown): Unanswered =>
  error instanceof PrivateAddress
    ? refused('host-refused')
    : { outcome: 'retry', reason: callErrorCode(error) }
