/** Makes a line for each message that has not come a week after a change or receipt of it. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import type { MessageFact } from '#domains/messages/facts.ts'
import {
  findWaitingEvents,
  missing,
  takeDueEvents,
  type WaitingEvent,
} from '#domains/messages/missing-commands.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { openFinders } from '#flows/remarks/find.ts'
import type { AboutMessage, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { type RecordContext, record } from './ingest.ts'

export type MissingContext = Omit<RecordContext, 'read' | 'finders'>

/** Due events of one turn. */
const mostEvents = 200

/**
 * Makes lines for the messages of due events, and applies the events to them: an edit's text is shown and examined like others. A line
 * becomes its message if that comes later.
 * @returns How many lines there are more, or know more.
 */
export async function makeMissingLines(ctx: MissingContext, tenantId: TenantId): Promise<number> {
  const read = await openReadings()
  return inTenant(ctx.db, tenantId, async (tx) => {
    await lockTenant(tx)
    const waiting = await findWaitingEvents(tx, await takeDueEvents(tx, ctx.now(), mostEvents))
    if (waiting.length === 0) return 0
    const accounts = await findAccounts(tx, [...new Set(waiting.map((one) => one.account_id))])
    const facts = toFacts(waiting, new Map(accounts.map((account) => [account.id, account])))
    const finders = openFinders(await findDayZone(tx))
    // First, so that the gap of a line that learns its time is closed only if that is of another day.
    await noteMissing(
      tx,
      facts.map(({ accountId, event, receivedAt }) => ({ accountId, at: event.sentAt ?? receivedAt })),
      ctx.now(),
    )
    const changed = await record({ ...ctx, read, finders }, tx, { facts, contents: new Map() })
    await announce(tx, changed)
    return facts.length
  })
}

function toFacts(waiting: readonly WaitingEvent[], accounts: ReadonlyMap<AccountId, Account>): MessageFact[] {
  const byName = Map.groupBy(waiting, (one) => nameIn(one, one.target_key))
  return joinNamed(
    new Map([...byName].map(([name, ofOne]): [string, MessageFact] => [name, toFact(ofOne, accounts)])),
  )
}

const nameIn = ({ channel }: Pick<WaitingEvent, 'channel'>, key: string) => `${channel}|${storable(key)}`

/**
 * What one names by another key is the same message, with the names of both. Of those that name each other the first stays.
 * @param facts By their names.
 */
function joinNamed(facts: ReadonlyMap<string, MessageFact>): MessageFact[] {
  const othersOf = ({ event }: MessageFact) =>
    (event.aliases ?? []).flatMap((alias) => {
      const other = facts.get(nameIn(event, alias))
      return other && other.event !== event ? [other] : []
    })
  const all = [...facts.values()]
  const named = new Set(all.flatMap(othersOf))
  const inOrder = [...all.filter((fact) => !named.has(fact)), ...all.filter((fact) => named.has(fact))]
  const joined = new Set<MessageFact>()
  return inOrder.flatMap((fact) => {
    if (joined.has(fact)) return []
    const same = new Set([fact])
    for (const one of same) for (const other of othersOf(one)) if (!joined.has(other)) same.add(other)
    for (const one of same) joined.add(one)
    const { messageKey } = fact.event
    const names = new Set(
      [...same].flatMap(({ event }) => [event.messageKey, ...(event.aliases ?? [])]).map(storable),
    )
    names.delete(messageKey)
    return { ...fact, event: { ...fact.event, aliases: [...names] } }
  })
}

function toFact(ofOne: readonly WaitingEvent[], accounts: ReadonlyMap<AccountId, Account>): MessageFact {
  const [first] = ofOne
  const account = first && accounts.get(first.account_id)
  if (!first || !account) throw new Error('The account of an event is gone')
  const about: AboutMessage = Object.assign({}, ...ofOne.map((one) => one.about ?? {}).toReversed())
  const aliases = ofOne.flatMap((one) => [...(one.about?.aliases ?? []), ...(one.target_aliases ?? [])])
  return {
    recordId: first.record_id,
    accountId: account.id,
    accountAddress: account.address,
    ownerId: account.ownerId,
    receivedAt: first.captured_at,
    event: toLine(first, { ...about, aliases }),
  }
}

const unknownAuthor = { kind: 'unknown', value: '' } as const satisfies Identity

/** Messages of which no event says where they were said share a conversation of their account. */
const unknownPlace = 'not captured'

function toLine({ channel, target_key: messageKey, at }: WaitingEvent, about: AboutMessage): CapturedMessage {
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
