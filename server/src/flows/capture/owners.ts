/** Whose captured events are. Source: docs/decisions/0154-former-owners.md. */
import { findBackFilled } from '#domains/accounts/back-filled.ts'
import { findOwnerships, ownerAt, type Owners } from '#domains/accounts/former-owners.ts'
import type { Fact, Ownership, ReadEvent } from '#domains/messages/facts.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * Events with whose they are, in two statements for any number. The transaction that stores them asks, because their accounts may have got other owners
 * since the records were read; it holds the tenant's lock, which a change of owners waits for.
 */
export async function withOwners<E extends CapturedEvent>(
  tx: TenantTx,
  read: readonly ReadEvent<E>[],
): Promise<Fact<E>[]> {
  const owners = await findOwnerships(tx, [...new Set(read.map(({ accountId }) => accountId))])
  return read.map((one) => {
    const ofAccount = owners.get(one.accountId)
    if (!ofAccount) throw new Error('The account of an event is gone')
    return { ...one, ...ownershipOf(ofAccount, one) }
  })
}

/** Messages with whether their account could receive nothing when they were sent. */
export async function withGaps(tx: TenantTx, facts: readonly Fact[]): Promise<Fact[]> {
  const messages = facts.flatMap(({ accountId, receivedAt, event }) =>
    event.kind === 'message' ? { accountId, receivedAt, sentAt: event.sentAt } : [],
  )
  const isBackFilled = await findBackFilled(tx, messages)
  return facts.map((fact) => {
    const { accountId, receivedAt, event } = fact
    const isMarked = event.kind === 'message' && isBackFilled({ accountId, receivedAt, sentAt: event.sentAt })
    return isMarked ? { ...fact, isBackFilled: true } : fact
  })
}

/** Whose the account was when it was said, and when it came. Who sends a message may set the time in it, so both have it reviewed. */
function ownershipOf(owners: Owners, { event, receivedAt, isLive }: ReadEvent): Ownership {
  const then = ownerAt(owners, saidAt(event) ?? receivedAt)
  const { ownerId, formerOwner } = ownerAt(owners, receivedAt)
  if (!isLive || ownerId === undefined || ownerId === then.ownerId) return then
  return { ...then, receiver: { userId: ownerId, ...(formerOwner && { groupIds: formerOwner.groupIds }) } }
}

/** When a message was said, or what else happened. */
function saidAt(event: CapturedEvent): Date | undefined {
  if (event.kind === 'message') return event.sentAt
  return event.kind === 'vote' ? event.line.sentAt : event.at
}

/** Whether we asked the provider for a record. */
export const isAskedFor = (transport: string): boolean => transport === 'poll' || transport === 'list'

/** Whether a record came by itself when something happened; what was asked for, and history, may be from any time. */
export const isLive = (transport: string): boolean => !isAskedFor(transport) && transport !== 'history'
