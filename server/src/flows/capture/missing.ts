/** A line stands for each message that has not come a week after something was told of it. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import type { MessageFact } from '#domains/messages/facts.ts'
import { findTold, missing, type Told } from '#domains/messages/missing-commands.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { openFinders } from '#flows/remarks/find.ts'
import type { AboutMessage, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { announce } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { type RecordContext, record } from './ingest.ts'

export type MissingContext = Omit<RecordContext, 'read' | 'finders'>

/** Due events of one turn. */
const mostEvents = 200

/**
 * Makes lines for the messages of due events, and applies the events to them: an edit's text is shown and examined as any other. A line
 * becomes its message if that comes later.
 * @returns How many lines there are more, or know more.
 */
export async function standForMissing(ctx: MissingContext, tenantId: TenantId): Promise<number> {
  const read = await openReadings()
  return inTenant(ctx.db, tenantId, async (tx) => {
    await lockTenant(tx)
    const told = await findTold(tx, ctx.now(), mostEvents)
    if (told.length === 0) return 0
    const accounts = await findAccounts(tx, [...new Set(told.map((one) => one.account_id))])
    const facts = toFacts(told, new Map(accounts.map((account) => [account.id, account])))
    const finders = openFinders(await findDayZone(tx))
    const changed = await record({ ...ctx, read, finders }, tx, { facts, contents: new Map() })
    await noteMissing(
      tx,
      facts.map(({ accountId, event, receivedAt }) => ({ accountId, at: event.sentAt ?? receivedAt })),
      ctx.now(),
    )
    await announce(tx, changed)
    return facts.length
  })
}

function toFacts(told: readonly Told[], accounts: ReadonlyMap<AccountId, Account>): MessageFact[] {
  const facts = [...Map.groupBy(told, (one) => `${one.channel}|${one.target_key}`).values()].map((ofOne) =>
    toFact(ofOne, accounts),
  )
  // What one names by another key is the same message.
  const names = new Set(
    facts.flatMap(({ event }) => (event.aliases ?? []).map((one) => `${event.channel}|${one}`)),
  )
  return facts.filter(({ event }) => !names.has(`${event.channel}|${event.messageKey}`))
}

function toFact(told: readonly Told[], accounts: ReadonlyMap<AccountId, Account>): MessageFact {
  const [first] = told
  const account = first && accounts.get(first.account_id)
  if (!first || !account) throw new Error('The account of an event is gone')
  const about: AboutMessage = Object.assign({}, ...told.map((one) => one.about ?? {}).toReversed())
  return {
    recordId: first.record_id,
    accountId: account.id,
    accountAddress: account.address,
    ownerId: account.ownerId,
    receivedAt: first.captured_at,
    event: toLine(first, about),
  }
}

const unknownAuthor = { kind: 'unknown', value: '' } as const satisfies Identity

/** Messages of which no event says where they were said share a conversation of their account. */
const unknownPlace = 'not captured'

function toLine({ channel, target_key: messageKey, at }: Told, about: AboutMessage): CapturedMessage {
  const { author = unknownAuthor, participants = [], sentAt, ...place } = about
  return {
    conversationKey: unknownPlace,
    conversationType: 'direct',
    direction: author.kind === 'self' ? 'outbound' : 'unknown',
    ...place,
    kind: 'message',
    channel,
    messageKey,
    author,
    participants,
    sentAt: sentAt ? new Date(sentAt) : at,
    body: null,
    format: 'plain',
    contentType: missing,
    attachments: [],
    flags: [missing],
  }
}
