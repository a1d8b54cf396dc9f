/** What users may read in the messenger, to compare it before and after a change. The law is in `readable-conversations.ts`. */
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId, ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import type { MessengerRole } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { mergedContacts } from '#schema/merged-contacts.ts'
import { inGroupOf, isOfOthers, type Reader } from './readable-conversations.ts'
import { isIn } from './presence.ts'

export interface MessengerReach {
  /** Groups with whose contacts they read the conversations of colleagues. */
  readonly groups: readonly GroupId[]
  /** Those in which they also read the ones with personal contacts. */
  readonly managed: readonly GroupId[]
  /** Accounts and addresses count also without the messenger: once they use it, these conversations are their own. */
  readonly accounts: readonly AccountId[]
  readonly addresses: readonly string[]
  /** The contacts of the groups, with those that were merged into them. */
  readonly contacts: readonly ContactId[]
}

type Row = Omit<MessengerReach, 'contacts'> & { readonly role: MessengerRole }

export async function findMessengerReach(tx: TenantTx, userId: UserId): Promise<MessengerReach> {
  const { rows } = await sql<Row>`
    select person.messenger_role as role,
      array(select link.group_id ${memberships} and (person.messenger_role = 'manager'
        or person.messenger_role = 'user' and joined.shared_conversation_history)) as groups,
      array(select link.group_id ${memberships} and person.messenger_role = 'manager') as managed,
      array(select id from channel_account where owner_id = person.id) as accounts,
      array(select value from address where user_id = person.id) as addresses
    from tenant_user person where person.id = ${userId}`.execute(tx)
  const [row] = rows
  if (!row) return { groups: [], managed: [], accounts: [], addresses: [], contacts: [] }
  const { role: messengerRole, ...reach } = row
  const contacts = reach.groups.length === 0 ? [] : await findContactsOf(tx, { userId, messengerRole })
  return { ...reach, contacts }
}

const memberships = sql`from conversation_group_member link join conversation_group joined on joined.id = link.group_id
  where link.user_id = person.id`

async function findContactsOf(tx: TenantTx, reader: Reader): Promise<ContactId[]> {
  const { rows } = await sql<{ id: ContactId }>`
    select known.id from contact known ${inGroupOf(reader, sql`known.id`)}
    union select merged.id from ${mergedContacts} merged ${inGroupOf(reader, sql`merged.root`)}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What a user may read since, and could not before. */
export interface Gained {
  readonly groups: readonly GroupId[]
  readonly accounts: readonly GainedAccount[]
  /** Those with which unknown people take part in conversations of others: these become the user's own. */
  readonly addresses: readonly string[]
  /** Those with whom others have conversations; a merged one is the one that it became. */
  readonly contacts: readonly ContactId[]
}

interface GainedAccount {
  readonly id: AccountId
  readonly channel: ConnectableChannel
  readonly source: string | undefined
  /** The names of those that are set. */
  readonly secrets: readonly string[]
  readonly hasConversations: boolean
}

export async function findGained(tx: TenantTx, userId: UserId, before: MessengerReach): Promise<Gained> {
  const after = await findMessengerReach(tx, userId)
  const reader = { userId, messengerRole: 'none' } as const
  return {
    groups: [...added(before.groups, after.groups), ...added(before.managed, after.managed)],
    accounts: await findAccounts(tx, added(before.accounts, after.accounts)),
    addresses: await findAddresses(tx, reader, added(before.addresses, after.addresses)),
    contacts: await findContacts(tx, reader, added(before.contacts, after.contacts)),
  }
}

const added = <Id>(before: readonly Id[], after: readonly Id[]): Id[] => [
  ...new Set(after).difference(new Set(before)),
]

async function findAccounts(tx: TenantTx, ids: readonly AccountId[]): Promise<GainedAccount[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<GainedAccount>`
    select account.id, account.channel, account.source_id as source, account.secret_names as secrets,
      exists (select from conversation where account_id = account.id) as "hasConversations"
    from channel_account account where account.id = any(${ids}::uuid[])`.execute(tx)
  return rows.map((row) => ({ ...row, source: row.source ?? undefined }))
}

async function findAddresses(tx: TenantTx, reader: Reader, addresses: readonly string[]): Promise<string[]> {
  if (addresses.length === 0) return []
  const { rows } = await sql<{ address: string }>`
    select distinct participant.address ${amongOthers(reader)}
      and participant.address = any(${addresses}::text[]) and participant.user_id is null`.execute(tx)
  return rows.map(({ address }) => address)
}

async function findContacts(
  tx: TenantTx,
  reader: Reader,
  contacts: readonly ContactId[],
): Promise<ContactId[]> {
  if (contacts.length === 0) return []
  const { rows } = await sql<{ id: ContactId }>`
    select distinct coalesce(merged.root, given.id) as id from unnest(${contacts}::uuid[]) given (id)
    left join ${mergedContacts} merged on merged.id = given.id
    where exists (select ${amongOthers(reader)} and participant.contact_id = given.id)`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Those who take part in conversations of others. */
const amongOthers = (reader: Reader) => sql`
  from participant join conversation on conversation.id = participant.conversation_id
  where ${isIn} and conversation.type <> 'thread' and ${isOfOthers(reader)}`
