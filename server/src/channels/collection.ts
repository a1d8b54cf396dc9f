/** For channels whose connection Verbatim itself holds. */
import type { ConnectionRefusal } from '@verbatim/contract/connection-refusals.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import type { Clock } from '#kernel/clock.ts'
import type { ChannelAccount } from './connector.ts'
import type { CallLimits, ConnectionOutcome } from './provider-calls.ts'
import type { Unanswered } from './unanswered.ts'

/**
 * Runs in one process for each account, by a lease; it starts again after each end, at once or later. Connectors do no
 * reading there: they hand over bytes, which `parse` reads like those of a webhook. Of a channel that also has a `connection`, it
 * runs only for the accounts whose `connect` said `isCollected`.
 */
export interface Collection {
  /** The account works only once its owner did what the connector asks by `Session.ask`. */
  readonly needsOwner?: true
  /**
   * The provider does not give a delivery again that we took. The flow then writes it to a file first, which survives a
   * database that is away.
   */
  readonly forgets?: true
  /** The provider ends the link if the owner's phone is away for long. The connector says when it notices the phone. */
  readonly phone?: LinkedPhone
  /** Ends when the signal aborts, when the connection ends, or when the owner was needed and did not act. */
  collect(account: ChannelAccount, session: Session): Promise<SessionEnd>
  /** Of the cursor, what stays while the account is removed, and its keys with it; undefined if nothing does. */
  remains?(cursor: unknown): unknown
  /** Ends the link at the provider, because the account is being removed. May be repeated. */
  unlink?(
    account: ChannelAccount,
    session: Pick<Session, 'now' | 'keys' | 'signal' | 'limits' | 'isLinkedElsewhere'>,
  ): Promise<ConnectionOutcome>
}

export interface LinkedPhone {
  /** The link ends after so many days without the phone. */
  readonly endsAfterDays: number
  /** The days without it on which the owner is warned, in order. */
  readonly warnOnDays: readonly number[]
}

/** What the flow gives a connector while it collects. */
export interface Session extends Clock {
  readonly signal: AbortSignal
  readonly limits: CallLimits
  /** As it was kept last; undefined before the first. */
  readonly cursor: unknown
  /**
   * Makes deliveries durable and, in the same transaction, the cursor. Take no further ones, and confirm none to the
   * provider, before it resolves; of a provider that has confirmed them itself, some more may be taken meanwhile (`UnderWay`).
   * They become durable in the order of the calls.
   */
  keep(deliveries: readonly CollectedDelivery[], cursor?: unknown): Promise<void>
  /** What the connection must remember, sealed in the database. */
  readonly keys: KeyStore
  /** Whether an account of another organization is linked under this address. */
  isLinkedElsewhere(address: string): Promise<boolean>
  /** Shows the owner what to do now; undefined if there is nothing to do any more. */
  ask(step: LinkStep | undefined): Promise<void>
  /** The kind of step that the owner prefers now, if they chose one. */
  readonly wanted: LinkStep['kind'] | undefined
  /** The account is linked, and what is sent from now on arrives. Call it at each opening, before anything is kept. */
  connected(): Promise<void>
  /** What was sent before is not wanted in the history of an account. It is left out before it is kept. */
  readonly historySince: Date
  /** So much of the history has come, in percent. May be called often, and fails silently. */
  importedHistory(percent: number): void
  /** Waits so long, until a delivery says that there is something, or until the signal aborts. */
  rest(ms: number): Promise<void>
  /**
   * What the provider had at this time is kept. Call it whenever there is nothing more; of a provider that forgets, the flow knows it by
   * itself. May be called often, and fails silently.
   */
  capturedUntil(at: Date): void
  /** Something that the provider handed over could not be made a delivery, and it does not give it again. Fails silently. */
  lost(): void
  /** The owner's phone did something at this time. May be called often, and fails silently. */
  sawPhone(at: Date): void
}

export interface CollectedDelivery {
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  /** It is from before the account was linked. */
  readonly isHistory?: true
  /** As `Webhook.routesOf` returns them. */
  readonly routes?: readonly string[]
  /**
   * What is still asked for takes the place of these parts. The delivery is durable before that, and stays as it is if the process ends
   * meanwhile. Never rejects, and resolves soon in any case: what follows is not read before.
   */
  readonly answer?: Promise<Answer>
}

export type Answer = Partial<Pick<CollectedDelivery, 'headers' | 'body'>>

export interface KeyStore {
  /** Those of `ids` that exist. */
  get(type: string, ids: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>
  /** All in one transaction; a value of null removes. */
  set(changes: readonly KeyChange[]): Promise<void>
  /** Removes all: the account must be linked again. */
  clear(): Promise<void>
}

export interface KeyChange {
  readonly type: string
  readonly id: string
  readonly value: Uint8Array | null
}

/**
 * `again` starts at once, `retry` after a while (not before `afterMs`, if the provider said so), `refused` once people reconnect the
 * account. People hear at once of a `retry` with a problem, which needs no reconnecting once it is mended.
 */
export type SessionEnd =
  | { readonly outcome: 'again' }
  | (Unanswered & { readonly problem?: ConnectionRefusal })
