/** Makes a line for each message that has not come a week after a change or receipt of it. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import type { ReadEvent } from '#domains/messages/facts.ts'
import {
  findWaitingEvents,
  findWaitingVotes,
  missing,
  stopBeingDue,
  takeDueEvents,
  type WaitingEvent,
} from '#domains/messages/missing-commands.ts'
import { findDayZone } from '#domains/messages/promise-commands.ts'
import { openReadings } from '#flows/examine/read.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { openFinders } from '#flows/find-remarks/find.ts'
import type { AboutMessage, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { storable } from '#platform/bulk.ts'
import { announce } from '#platform/changes.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type RecordContext, record } from './ingest.ts'
import { isLive, withOwners } from './owners.ts'

type ReadMessage = ReadEvent<CapturedMessage>

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
    const waiting = await findWaiting(tx, await takeDueEvents(tx, ctx.now(), mostEvents))
    if (waiting.length === 0) return 0
    const owned = await findAccounts(tx, [...new Set(waiting.map((one) => one.account_id))])
    const accounts = new Map(owned.map((account) => [account.id, account]))
    const votes = waiting.filter(({ line }) => line !== null)
    const lost = toFacts(waiting, accounts)
    const facts = await withOwners(tx, [...votes.map((one) => toVote(one, accounts)), ...lost])
    const dated = datedNames(waiting)
    const finders = openFinders(await findDayZone(tx))
    // First, so that the gap of a line that learns its time is closed only if that is of another day.
    await noteMissing(
      tx,
      lost.map(({ accountId, event, receivedAt }) => ({
        accountId,
        at: event.sentAt ?? receivedAt,
        isUndated: !namesOf(event).some((name) => dated.has(name)),
      })),
      ctx.now(),
    )
    await stopBeingDue(tx, votes)
    const changed = await record({ ...ctx, read, finders }, tx, { facts, contents: new Map() })
    await announce(tx, changed)
    return facts.length
  })
}

/** All that waits for the messages of these. */
async function findWaiting(
  tx: TenantTx,
  due: Parameters<typeof findWaitingEvents>[1],
): Promise<WaitingEvent[]> {
  const waiting = await findWaitingEvents(tx, due)
  const mayHaveVotes = waiting.filter(({ channel }) => {
    const connector = findConnector(channel)
    return connector !== undefined && 'openVotes' in connector
  })
  const votes = await findWaitingVotes(tx, mayHaveVotes)
  return [...new Map([...waiting, ...votes].map((one) => [one.id, one])).values()]
}

/** A vote is there itself, so nothing is missing but what was chosen. When its poll was sent is not known: perhaps before the account was linked. */
function toVote(waiting: WaitingEvent, accounts: ReadonlyMap<AccountId, Account>): ReadMessage {
  const { line } = waiting
  if (!line) throw new Error('A vote has no line')
  const sentAt = line.sentAt && new Date(line.sentAt)
  const event: CapturedMessage = {
    ...line,
    contentType: missing,
    flags: [missing],
    ...(sentAt && { sentAt }),
  }
  return factOf(waiting, accounts, event)
}

/** Lines of messages of which something confirmed came, other than votes. */
function toFacts(waiting: readonly WaitingEvent[], accounts: ReadonlyMap<AccountId, Account>): ReadMessage[] {
  const votes = new Set(
    waiting.flatMap(({ line }) =>
      line ? [line, ...(line.alsoKeyed ?? [])].map(({ messageKey }) => nameIn(line, messageKey)) : [],
    ),
  )
  const others = waiting.filter(({ line }) => line === null)
  const confirmed = new Set(others.flatMap((one) => (one.is_unconfirmed ? [] : nameIn(one, one.target_key))))
  const byName = Map.groupBy(others, (one) => nameIn(one, one.target_key))
  const facts = joinNamed(
    new Map([...byName].map(([name, ofOne]): [string, ReadMessage] => [name, toFact(ofOne, accounts)])),
  )
  return facts.filter(({ event }) => {
    const names = namesOf(event)
    return names.some((name) => confirmed.has(name)) && !names.some((name) => votes.has(name))
  })
}

/** Names of the messages of which it is known when they were sent, or that it was shortly before. */
const datedNames = (waiting: readonly WaitingEvent[]): ReadonlySet<string> =>
  new Set(
    waiting.filter((one) => !one.is_undated && !one.is_unconfirmed).map((one) => nameIn(one, one.target_key)),
  )

const namesOf = (event: CapturedMessage): string[] =>
  [event.messageKey, ...(event.aliases ?? [])].map((key) => nameIn(event, key))

const nameIn = ({ channel }: Pick<WaitingEvent, 'channel'>, key: string) => `${channel}|${storable(key)}`

/**
 * What one names by another key is the same message, with the names of both. Of those that name each other the first stays.
 * @param facts By their names.
 */
function joinNamed(facts: ReadonlyMap<string, ReadMessage>): ReadMessage[] {
  const othersOf = ({ event }: ReadMessage) =>
    (event.aliases ?? []).flatMap((alias) => {
      const other = facts.get(nameIn(event, alias))
      return other && other.event !== event ? [other] : []
    })
  const all = [...facts.values()]
  const named = new Set(all.flatMap(othersOf))
  const inOrder = [...all.filter((fact) => !named.has(fact)), ...all.filter((fact) => named.has(fact))]
  const joined = new Set<ReadMessage>()
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

function toFact(ofOne: readonly WaitingEvent[], accounts: ReadonlyMap<AccountId, Account>): ReadMessage {
  const [first] = ofOne
  if (!first) throw new Error('A line has no event')
  const about: AboutMessage = Object.assign({}, ...ofOne.map((one) => one.about ?? {}).toReversed())
  const aliases = ofOne.flatMap((one) => [...(one.about?.aliases ?? []), ...(one.target_aliases ?? [])])
  return factOf(first, accounts, toLine(first, { ...about, aliases }))
}

function factOf(
  { account_id: id, record_id: recordId, captured_at: receivedAt, transport }: WaitingEvent,
  accounts: ReadonlyMap<AccountId, Account>,
  event: CapturedMessage,
): ReadMessage {
  const account = accounts.get(id)
  if (!account) throw new Error('The account of an event is gone')
  const { address: accountAddress } = account
  return { recordId, accountId: id, accountAddress, receivedAt, isLive: isLive(transport), event }
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
