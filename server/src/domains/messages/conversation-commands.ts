import type { AccountId, ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { findPersons, type Person, type Persons } from '#domains/contacts/queries.ts'
import { findGroupsOf } from '#domains/groups/queries.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { nameConversations } from './conversation-names.ts'
import { addressOf, type MessageFact } from './facts.ts'
import { type Appearance, enterParticipants, personOf, usersAmong } from './participant-commands.ts'

/** The conversation of a message, and its participants. */
interface Placed {
  readonly conversationId: ConversationId
  /** The groups of the representatives in this message. */
  readonly groupIds: readonly GroupId[]
}

export interface Placement {
  of(fact: MessageFact): Placed
  /** The person behind an address in this message. */
  person(address: string, fact: MessageFact): Person | undefined
}

const conversationColumns = {
  id: 'uuid',
  channel: 'text',
  account_id: 'uuid',
  conversation_key: 'text',
  type: 'text',
  title: 'text',
  group_ids: 'uuid[]',
  message_count: 'integer',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
} satisfies TableColumns<'conversation'>
type ConversationRow = TableRow<'conversation', typeof conversationColumns>

/**
 * Finds or creates the conversations of new messages, and adds their participants, who resolve to users and
 * contacts by address. Each fact counts as one message of its conversation.
 */
export async function placeMessages(
  tx: TenantTx,
  facts: readonly (MessageFact & { readonly postedAt: Date })[],
  now: Date,
): Promise<Placement> {
  const persons = await findPersons(tx, [...new Set(facts.flatMap(addressesIn))])
  const groupIdsOf = await groupsOfPeople(tx, facts, persons)

  const names = await nameConversations(tx, facts)

  const rows = new Map<string, ConversationRow>()
  for (const fact of facts) enter(rows, { fact, place: names.placeOf(fact) }, groupIdsOf(fact), now)
  const kept = await insertMany<
    ConversationRow,
    { id: ConversationId; account_id: string; conversation_key: string }
  >(
    tx,
    {
      table: 'conversation',
      conflict: sql`on conflict (tenant_id, account_id, conversation_key) do update set
      title = coalesce(excluded.title, conversation.title),
      message_count = conversation.message_count + excluded.message_count,
      first_at = least(conversation.first_at, excluded.first_at),
      last_at = greatest(conversation.last_at, excluded.last_at),
      ${reopened},
      group_ids = case when conversation.group_ids @> excluded.group_ids then conversation.group_ids
        else array(select distinct unnest(conversation.group_ids || excluded.group_ids)) end
      returning coalesce(merged_into, id) as id, account_id, conversation_key`,
    },
    conversationColumns,
    [...rows.values()],
  )
  // One that was merged meanwhile has its messages in another.
  const ids = new Map(kept.map((row) => [`${row.account_id}|${row.conversation_key}`, row.id]))
  await names.keep(tx, (accountId, key) => ids.get(`${accountId}|${key}`))
  const idOf = (fact: MessageFact) => {
    const { accountId, key } = names.placeOf(fact)
    const id = ids.get(`${accountId}|${key}`)
    if (!id) throw new Error('A conversation was neither found nor made')
    return id
  }
  const placed = facts.map((fact) => ({ ...fact, conversationId: idOf(fact) }))
  await enterParticipants(tx, placed.map(toAppearance), persons)
  return {
    of: (fact) => ({ conversationId: idOf(fact), groupIds: groupIdsOf(fact) }),
    person: (address, fact) => personIn(fact, address, persons),
  }
}

/**
 * The current groups of the representatives in each of `facts`, and of who had the account when it came; a former owner of the account has
 * those of that time.
 */
async function groupsOfPeople(
  tx: TenantTx,
  facts: readonly MessageFact[],
  persons: Persons,
): Promise<(fact: MessageFact) => GroupId[]> {
  const userIds = facts.flatMap((fact) => [
    ...usersIn(fact, persons),
    ...(fact.receiver ? [fact.receiver.userId] : []),
  ])
  const groupsOf = await findGroupsOf(tx, [...new Set(userIds)])
  return (fact) => {
    const { ownerId, formerOwner, receiver } = fact
    const groupsIn = (userId: UserId, then: readonly GroupId[] | undefined) =>
      then ?? groupsOf.get(userId) ?? []
    const ofPeople = usersIn(fact, persons).flatMap((userId) =>
      groupsIn(userId, userId === ownerId ? formerOwner?.groupIds : undefined),
    )
    return [...new Set([...ofPeople, ...(receiver ? groupsIn(receiver.userId, receiver.groupIds) : [])])]
  }
}

/** A message reopens a closed conversation: see docs/decisions/0016. */
const reopened = sql.join(
  ['closed_at', 'closed_reason', 'closing_id'].map(
    (name) => sql`${sql.ref(name)} = case when excluded.last_at > conversation.closed_at
      then null else ${sql.ref(`conversation.${name}`)} end`,
  ),
)

/** Of a message that did not come, its author may not be known. */
const peopleIn = ({ event }: MessageFact) => [
  ...(event.contentType === 'missing' && event.author.kind === 'unknown'
    ? []
    : [{ identity: event.author, name: event.authorName }]),
  ...event.participants.map(({ identity, displayName: name }) => ({ identity, name })),
]

const addressesIn = (fact: MessageFact) => peopleIn(fact).map(({ identity }) => addressOf(identity, fact))

const usersIn = (fact: MessageFact, persons: Persons) => usersAmong(fact, addressesIn(fact), persons)

const personIn = (fact: MessageFact, address: string, persons: Persons) =>
  personOf(fact, address, { persons, users: usersIn(fact, persons) })

function enter(
  rows: Map<string, ConversationRow>,
  {
    fact,
    place: { accountId, key },
  }: {
    readonly fact: MessageFact & { readonly postedAt: Date }
    readonly place: { readonly accountId: AccountId; readonly key: string }
  },
  groupIds: readonly GroupId[],
  now: Date,
): void {
  const { event, postedAt } = fact
  const name = `${accountId}|${key}`
  const row = rows.get(name)
  if (!row) {
    rows.set(name, {
      id: newId(now),
      channel: event.channel,
      account_id: accountId,
      conversation_key: key,
      type: event.conversationType,
      title: event.conversationTitle ?? null,
      group_ids: groupIds,
      message_count: 1,
      first_at: postedAt,
      last_at: postedAt,
    })
    return
  }
  row.message_count += 1
  row.title = event.conversationTitle ?? row.title
  if (postedAt < row.first_at) row.first_at = postedAt
  if (postedAt > row.last_at) row.last_at = postedAt
  row.group_ids = [...new Set([...row.group_ids, ...groupIds])]
}

/** A message whose conversation is known. */
type PlacedFact = MessageFact & { readonly postedAt: Date; readonly conversationId: ConversationId }

/**
 * Adds further people to known messages, and their groups to the conversations.
 * @returns The groups of the representatives in each of `facts`.
 */
export async function joinConversations(
  tx: TenantTx,
  facts: readonly PlacedFact[],
): Promise<(fact: MessageFact) => GroupId[]> {
  const persons = await findPersons(tx, [...new Set(facts.flatMap(addressesIn))])
  const groupIdsOf = await groupsOfPeople(tx, facts, persons)
  const rows = facts.map((fact) => ({ id: fact.conversationId, group_ids: groupIdsOf(fact) }))
  await sql`update conversation set group_ids = array(select distinct unnest(conversation.group_ids || given.group_ids))
    from (
      select id, array_agg(distinct group_id) as group_ids
      from ${rowsOf({ id: 'uuid', group_ids: 'uuid[]' }, rows)}, unnest(given.group_ids) group_id group by id
    ) given
    where conversation.id = given.id and not conversation.group_ids @> given.group_ids`.execute(tx)
  await enterParticipants(tx, facts.map(toAppearance), persons)
  return groupIdsOf
}

const toAppearance = (fact: PlacedFact): Appearance => ({
  conversationId: fact.conversationId,
  at: fact.postedAt,
  isListed: false,
  accountAddress: fact.accountAddress,
  ownerId: fact.ownerId,
  ownerName: fact.ownerName,
  ...(fact.formerOwner && { formerOwner: fact.formerOwner }),
  people: peopleIn(fact),
})
