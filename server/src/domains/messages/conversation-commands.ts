import type { ConversationId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { findPersons, type Person, type Persons } from '#domains/contacts/queries.ts'
import { findGroupsOf } from '#domains/groups/queries.ts'
import type { Identity } from '#kernel/captured-event.ts'
import { newId } from '#kernel/uuid.ts'
import { insertMany, rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { nameConversations } from './conversation-names.ts'
import { addressOf, type Fact, type MessageFact } from './facts.ts'

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

const participantColumns = {
  conversation_id: 'uuid',
  address: 'text',
  kind: 'text',
  display_name: 'text',
  user_id: 'uuid',
  contact_id: 'uuid',
  first_at: 'timestamptz',
  last_at: 'timestamptz',
  only_listed: 'boolean',
} satisfies TableColumns<'participant'>
type ParticipantRow = TableRow<'participant', typeof participantColumns>

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
  for (const fact of facts) enter(rows, { fact, key: names.keyOf(fact) }, groupIdsOf(fact), now)
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
    const id = ids.get(`${fact.accountId}|${names.keyOf(fact)}`)
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

/** The current groups of the representatives in each of `facts`; a former owner of the account has those of that time. */
async function groupsOfPeople(
  tx: TenantTx,
  facts: readonly MessageFact[],
  persons: Persons,
): Promise<(fact: MessageFact) => GroupId[]> {
  const groupsOf = await findGroupsOf(tx, [...new Set(facts.flatMap((fact) => usersIn(fact, persons)))])
  return (fact) => {
    const { formerOwner } = fact
    const groupsIn = (userId: UserId) =>
      userId === formerOwner?.userId ? formerOwner.groupIds : (groupsOf.get(userId) ?? [])
    return [...new Set(usersIn(fact, persons).flatMap(groupsIn))]
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

/** Who uses an account. */
type Using = Pick<Fact, 'accountAddress' | 'ownerId' | 'formerOwner'>

/** The person behind an address; of a former owner's account, its address is theirs. */
function personOf(
  { accountAddress, formerOwner }: Using,
  address: string,
  { persons, users }: { readonly persons: Persons; readonly users: readonly UserId[] },
): Person | undefined {
  if (!formerOwner) return persons.of(address, users)
  if (address !== accountAddress) return persons.of(address, [...users, ...formerOwner.heirs])
  const { userId, name } = formerOwner
  return userId && name !== undefined ? { userId, contactId: undefined, name } : undefined
}

/** The account's owner and the participating representatives: the other people may be personal contacts of theirs. */
function usersAmong(using: Using, addresses: readonly string[], persons: Persons): UserId[] {
  const { ownerId, accountAddress, formerOwner } = using
  const others = formerOwner ? addresses.filter((address) => address !== accountAddress) : addresses
  const users = others.map((address) => persons.of(address, [])?.userId)
  return [ownerId, ...users].filter((userId) => userId !== undefined)
}

function enter(
  rows: Map<string, ConversationRow>,
  { fact, key }: { readonly fact: MessageFact & { readonly postedAt: Date }; readonly key: string },
  groupIds: readonly GroupId[],
  now: Date,
): void {
  const { event, postedAt } = fact
  const name = `${fact.accountId}|${key}`
  const row = rows.get(name)
  if (!row) {
    rows.set(name, {
      id: newId(now),
      channel: event.channel,
      account_id: fact.accountId,
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

/** People who were in a conversation at a time. */
interface Appearance extends Using {
  readonly conversationId: ConversationId
  readonly at: Date
  /** A provider's list of members names them, and perhaps nothing else does. */
  readonly isListed: boolean
  readonly people: readonly {
    readonly identity: Identity
    readonly name?: string | undefined
    /** If it was before that time. */
    readonly since?: Date | undefined
  }[]
}

const toAppearance = (fact: PlacedFact): Appearance => ({
  conversationId: fact.conversationId,
  at: fact.postedAt,
  isListed: false,
  accountAddress: fact.accountAddress,
  ownerId: fact.ownerId,
  ...(fact.formerOwner && { formerOwner: fact.formerOwner }),
  people: peopleIn(fact),
})

/** Adds people whom a provider lists as members. Those whom nothing else names do not become readers. */
export async function noteListed(
  tx: TenantTx,
  listed: readonly Omit<Appearance, 'isListed'>[],
): Promise<void> {
  if (listed.length === 0) return
  const addresses = listed.flatMap((one) => one.people.map(({ identity }) => addressOf(identity, one)))
  const persons = await findPersons(tx, [...new Set(addresses)])
  await enterParticipants(
    tx,
    listed.map((one) => ({ ...one, isListed: true })),
    persons,
  )
}

/**
 * Adds the participants of conversations. First and last appearance are accurate to the day, so a busy conversation does not
 * rewrite a row per message.
 */
async function enterParticipants(
  tx: TenantTx,
  appearances: readonly Appearance[],
  persons: Persons,
): Promise<void> {
  const rows = participantsOf(appearances, persons)
  // Leaves out unchanged participants before the insert, which would lock every row that conflicts.
  const names = sql.join(Object.keys(participantColumns).map((name) => sql.ref(name)))
  await sql`insert into participant as known (${names})
    select ${names} from ${rowsOf(participantColumns, rows)} where not exists (
      select from participant known
      where known.conversation_id = given.conversation_id and known.address = given.address
        and not (${isNews(sql`given`)})
    )
    on conflict (tenant_id, conversation_id, address) do update set
      display_name = coalesce(excluded.display_name, known.display_name),
      user_id = coalesce(known.user_id, excluded.user_id),
      contact_id = coalesce(known.contact_id, excluded.contact_id),
      first_at = least(known.first_at, excluded.first_at),
      last_at = greatest(known.last_at, excluded.last_at),
      only_listed = known.only_listed and excluded.only_listed
      where ${isNews(sql`excluded`)}`.execute(tx)
}

/** One row for each address of a conversation, from its first appearance here to its last. */
function participantsOf(appearances: readonly Appearance[], persons: Persons): ParticipantRow[] {
  const rows = new Map<string, ParticipantRow>()
  for (const appearance of appearances) {
    const { conversationId, at, people, isListed } = appearance
    const addresses = people.map(({ identity }) => addressOf(identity, appearance))
    const users = usersAmong(appearance, addresses, persons)
    for (const [index, { identity, name, since = at }] of people.entries()) {
      const address = addresses[index] ?? ''
      const key = `${conversationId}|${address}`
      const person = personOf(appearance, address, { persons, users })
      const row = rows.get(key)
      rows.set(key, {
        conversation_id: conversationId,
        address,
        kind: identity.kind,
        display_name: name ?? row?.display_name ?? null,
        user_id: person?.userId ?? null,
        contact_id: person?.contactId ?? null,
        first_at: row && row.first_at < since ? row.first_at : since,
        last_at: row && row.last_at > at ? row.last_at : at,
        only_listed: isListed,
      })
    }
  }
  return [...rows.values()]
}

/** Whether a row adds to a `known` participant. */
const isNews = (row: RawBuilder<unknown>) => sql`${row}.last_at > known.last_at + interval '1 day'
  or ${row}.first_at < known.first_at - interval '1 day'
  or known.only_listed and not ${row}.only_listed
  or known.user_id is null and ${row}.user_id is not null
  or known.contact_id is null and ${row}.contact_id is not null
  or (${row}.display_name is not null and ${row}.display_name is distinct from known.display_name)`
