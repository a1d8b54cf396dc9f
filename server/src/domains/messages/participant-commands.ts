import type { ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { findPersons, type Person, type Persons } from '#domains/contacts/queries.ts'
import type { Identity } from '#kernel/captured-event.ts'
import { rowsOf, type TableColumns, type TableRow } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { addressOf, type Fact, type Ownership } from './facts.ts'
import { passAddresses } from './passing-commands.ts'

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

interface Entry {
  readonly row: ParticipantRow
  /** The account's own address: its owners are known by themselves. */
  readonly isOwn: boolean
}

/** Who uses an account. */
type Using = Pick<Fact, 'accountAddress'> & Pick<Ownership, 'ownerId' | 'ownerName' | 'formerOwner'>

/** The person behind an address: the account's own is its owner's at that time, whatever else is known of it. */
export function personOf(
  using: Using,
  address: string,
  { persons, users }: { readonly persons: Persons; readonly users: readonly UserId[] },
): Person | undefined {
  const { ownerId: userId, ownerName: name, formerOwner } = using
  if (!isOwners(using, address))
    return persons.of(address, formerOwner ? [...users, ...formerOwner.heirs] : users)
  return userId && name !== undefined ? { userId, contactId: undefined, name } : undefined
}

/** Whether an address is the own one of an account that has an owner, or had none between two. */
const isOwners = ({ accountAddress, ownerId, formerOwner }: Using, address: string) =>
  address === accountAddress && (ownerId !== undefined || formerOwner !== undefined)

/** The account's owner and the participating representatives: the other people may be personal contacts of theirs. */
export function usersAmong(using: Using, addresses: readonly string[], persons: Persons): UserId[] {
  const others = addresses.filter((address) => !isOwners(using, address))
  const users = others.map((address) => persons.of(address, [])?.userId)
  return [using.ownerId, ...users].filter((userId) => userId !== undefined)
}

/** People who were in a conversation at a time. */
export interface Appearance extends Using {
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
 * Adds the participants of conversations, who are whom their addresses mean now. First and last appearance are accurate to the day, so a busy conversation does not
 * rewrite a row per message.
 */
export async function enterParticipants(
  tx: TenantTx,
  appearances: readonly Appearance[],
  persons: Persons,
): Promise<void> {
  const entries = participantsOf(appearances, persons)
  await passAddresses(
    tx,
    entries.filter(({ isOwn }) => !isOwn).map(({ row }) => row),
  )
  const rows = entries.map(({ row }) => row)
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
function participantsOf(appearances: readonly Appearance[], persons: Persons): Entry[] {
  const entries = new Map<string, Entry>()
  for (const appearance of appearances) {
    const { conversationId, at, people, isListed } = appearance
    const addresses = people.map(({ identity }) => addressOf(identity, appearance))
    const users = usersAmong(appearance, addresses, persons)
    for (const [index, { identity, name, since = at }] of people.entries()) {
      const address = addresses[index] ?? ''
      const key = `${conversationId}|${address}`
      const person = personOf(appearance, address, { persons, users })
      const before = entries.get(key)
      const known = before?.row
      const row = {
        conversation_id: conversationId,
        address,
        kind: identity.kind,
        display_name: name ?? known?.display_name ?? null,
        user_id: person?.userId ?? null,
        contact_id: person?.contactId ?? null,
        ...spanOf(known, since, at),
        only_listed: isListed,
      }
      entries.set(key, { row, isOwn: before?.isOwn || isOwners(appearance, address) })
    }
  }
  return [...entries.values()]
}

/** From the first appearance to the last. */
const spanOf = (known: ParticipantRow | undefined, since: Date, at: Date) => ({
  first_at: known && known.first_at < since ? known.first_at : since,
  last_at: known && known.last_at > at ? known.last_at : at,
})

/** Whether a row adds to a `known` participant. */
const isNews = (row: RawBuilder<unknown>) => sql`${row}.last_at > known.last_at + interval '1 day'
  or ${row}.first_at < known.first_at - interval '1 day'
  or known.only_listed and not ${row}.only_listed
  or known.user_id is null and ${row}.user_id is not null
  or known.contact_id is null and ${row}.contact_id is not null
  or (${row}.display_name is not null and ${row}.display_name is distinct from known.display_name)`
