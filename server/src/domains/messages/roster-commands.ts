/** What providers answer when they are asked for conversations: titles, people, and who joined or left. */
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedMembership, CapturedRoster } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, keyText, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { noteListed } from './participant-commands.ts'
import { findNamed, nameAlso } from './conversation-names.ts'
import { eventColumns, type EventRow, placeMemberships } from './event-commands.ts'
import { addressOf, type Fact } from './facts.ts'

type RosterFact = Fact<CapturedRoster>

export const rostersIn = (facts: readonly Fact[]): RosterFact[] =>
  facts.filter((fact): fact is RosterFact => fact.event.kind === 'roster')

/** A roster of a conversation that is stored. */
interface Placed {
  readonly fact: RosterFact
  readonly conversationId: ConversationId
  readonly row: EventRow
}

type Member = Pick<CapturedMembership, 'who' | 'whoName'> & {
  readonly address: string
  readonly since?: Date
}

/** Who is in a conversation, by their addresses, and when the provider said so to an account. */
interface Standing {
  readonly at: Date
  readonly members: ReadonlyMap<string, Member>
}

/**
 * Gives conversations their titles and people. Compared with the roster before, it finds who joined and who left, unless the channel reported it
 * itself. Whose conversation it is stays as its messages say. A roster that is given again, or later than a newer one, changes nothing.
 * @returns The events of people who joined or left.
 */
export async function recordRosters(
  tx: TenantTx,
  facts: readonly RosterFact[],
  now: Date,
): Promise<readonly string[]> {
  if (facts.length === 0) return []
  const placed = await placeRosters(tx, facts, now)
  if (placed.length === 0) return []
  const memberships = await placeNamed(tx, placed)
  const stored = await findRosters(tx, [...new Set(placed.map(({ conversationId }) => conversationId))])
  const fresh = new Set(
    await insertNew(
      tx,
      placed.map(({ row }) => row),
    ),
  )
  const current = placed
    .filter(({ row }) => fresh.has(row.id))
    .toSorted((a, b) => a.row.at.getTime() - b.row.at.getTime())
    .filter((placed) => placed.row.at > (stored.get(standpointOf(placed))?.at ?? new Date(0)))
  await setTitles(tx, current)
  await noteListed(
    tx,
    current.map(({ conversationId, fact }) => ({ ...fact, ...fact.event, conversationId })),
  )
  return [...memberships, ...(await recordChanges(tx, current, stored, now))]
}

/** What waited for one of their other names belongs to them now. */
async function placeNamed(tx: TenantTx, placed: readonly Placed[]): Promise<string[]> {
  const named = placed.flatMap(({ fact: { accountId, event }, conversationId }) =>
    (event.conversationAliases ?? []).map((alias) => ({ accountId, alias: storable(alias), conversationId })),
  )
  await nameAlso(tx, named)
  return placeMemberships(
    tx,
    named,
    named.map(({ alias }) => alias),
  )
}

/** The conversation of each: it has messages, or it would not have been asked about. */
async function placeRosters(tx: TenantTx, facts: readonly RosterFact[], now: Date): Promise<Placed[]> {
  const conversationOf = await findNamed(
    tx,
    facts.map(({ event }) => storable(event.conversationKey)),
  )
  return facts.flatMap((fact) => {
    const conversationId = conversationOf(fact.accountId, storable(fact.event.conversationKey))
    return conversationId ? [{ fact, conversationId, row: toRow(fact, conversationId, now) }] : []
  })
}

function toRow(fact: RosterFact, conversationId: ConversationId, now: Date): EventRow {
  const { kind, channel, eventKey, at, conversationAliases: _, ...given } = fact.event
  return {
    id: newId(now),
    record_id: fact.recordId,
    channel,
    account_id: fact.accountId,
    event_key: storable(eventKey),
    kind,
    target_key: null,
    message_id: null,
    conversation_id: conversationId,
    actor_address: null,
    actor_name: null,
    at,
    captured_at: fact.receivedAt,
    missing_at: null,
    payload: { ...given },
  }
}

/** Each account of a conversation knows people by names of its own: its answers are compared with its own. */
const standpointOf = ({ conversationId, fact: { accountId } }: Pick<Placed, 'conversationId' | 'fact'>) =>
  `${conversationId}|${accountId}`

/** The newest whole roster of each conversation that each of its accounts was given. */
async function findRosters(
  tx: TenantTx,
  ids: readonly ConversationId[],
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await sql<{
    standpoint: string
    at: Date
    people: CapturedRoster['people']
    address: string
  }>`select distinct on (event.conversation_id, event.account_id) concat(event.conversation_id, '|', event.account_id) as standpoint,
      event.at, event.payload -> 'people' as people, account.address
    from message_event event
    join channel_account account on account.tenant_id = event.tenant_id and account.id = event.account_id
    where event.conversation_id = any(${ids}::uuid[]) and event.kind = 'roster' and event.payload ->> 'isWhole' = 'true'
    order by event.conversation_id, event.account_id, event.at desc`.execute(tx)
  return new Map(
    rows.map(({ standpoint, at, people, address }) => [
      standpoint,
      { at, members: membersOf(people, { accountAddress: address }) },
    ]),
  )
}

const membersOf = (people: CapturedRoster['people'], account: Pick<Fact, 'accountAddress'>) =>
  new Map(
    people.map(({ identity, name, since }): [string, Member] => {
      const address = addressOf(identity, account)
      const joinedAt = since && new Date(since) // a text, if it was stored
      return [
        address,
        { address, who: identity, ...(name && { whoName: name }), ...(joinedAt && { since: joinedAt }) },
      ]
    }),
  )

async function setTitles(tx: TenantTx, current: readonly Placed[]): Promise<void> {
  const titles = new Map(
    current.flatMap(({ conversationId, fact }) =>
      fact.event.title ? [[conversationId, fact.event.title] as const] : [],
    ),
  )
  if (titles.size === 0) return
  const rows = [...titles].map(([id, title]) => ({ id, title: storable(title) }))
  await sql`update conversation set title = given.title from ${rowsOf({ id: 'uuid', title: 'text' }, rows)}
    where conversation.id = given.id and conversation.title is distinct from given.title`.execute(tx)
}

interface Change extends Pick<CapturedMembership, 'action'> {
  readonly placed: Placed
  readonly member: Member
  /** Since when it may have happened. */
  readonly after: Date
}

async function recordChanges(
  tx: TenantTx,
  current: readonly Placed[],
  stored: ReadonlyMap<string, Standing>,
  now: Date,
): Promise<readonly string[]> {
  const changes = await withoutReported(tx, changesIn(current, stored))
  if (changes.length === 0) return []
  return insertNew(
    tx,
    changes.map((change) => toChangeRow(change, now)),
  )
}

/** @returns The ids of those that were not stored before. */
async function insertNew(tx: TenantTx, rows: readonly EventRow[]): Promise<string[]> {
  const conflict = sql`on conflict (tenant_id, channel, event_key) do nothing returning id`
  const into = { table: 'message_event', conflict }
  const inserted = await insertMany<EventRow, { id: string }>(tx, into, eventColumns, rows)
  return inserted.map(({ id }) => id)
}

function changesIn(current: readonly Placed[], stored: ReadonlyMap<string, Standing>): readonly Change[] {
  const standing = new Map(stored)
  return current.flatMap((placed): Change[] => {
    const { fact, row } = placed
    if (!fact.event.isWhole) return []
    const before = standing.get(standpointOf(placed))
    const members = membersOf(fact.event.people, fact)
    standing.set(standpointOf(placed), { at: row.at, members })
    // The first one is no news: the others were in it when it was first seen.
    if (!before) return []
    const toChange =
      (action: Change['action']) =>
      (member: Member): Change => ({ placed, member, action, after: before.at })
    const joined = [...members.values()].filter(({ address }) => !before.members.has(address))
    const left = [...before.members.values()].filter(({ address }) => !members.has(address))
    return [...joined.map(toChange('joined')), ...left.map(toChange('left'))]
  })
}

/** What the channel itself reported since the roster before. */
async function withoutReported(tx: TenantTx, changes: readonly Change[]): Promise<readonly Change[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ placed }) => placed.conversationId))]
  const { rows } = await sql<{ id: ConversationId; action: string; who: string; at: Date }>`
    select conversation_id as id, payload ->> 'action' as action, payload -> 'who' ->> 'value' as who, max(at) as at
    from message_event where conversation_id = any(${ids}::uuid[]) and kind = 'membership' group by 1, 2, 3`.execute(
    tx,
  )
  const reported = new Map(rows.map(({ id, action, who, at }) => [`${id}|${action}|${who}`, at]))
  return changes.filter(({ placed, action, member, after }) => {
    const at = reported.get(`${placed.conversationId}|${action}|${member.who.value}`)
    return at === undefined || at < after
  })
}

function toChangeRow({ placed, action, member }: Change, now: Date): EventRow {
  const { row } = placed
  const { who, whoName, since } = member
  const isSince = action === 'joined' && since !== undefined
  const { conversationKey } = placed.fact.event
  return {
    ...row,
    id: newId(now),
    event_key: storable(keyText(`g|${row.event_key}|${action}|${who.value}`)),
    kind: 'membership',
    at: isSince ? since : row.at,
    payload: { conversationKey, action, who, ...(whoName && { whoName }) },
  }
}
