import type { ContactId, ConversationId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { findRecipients } from '#domains/messages/to-lines.ts'
import { joinFormer, userAt } from '#domains/messages/user-at.ts'
import { everything } from '#kernel/actor.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { joinOwnAccount } from '#schema/conversation-accounts.ts'
import { mostRecipients } from './addressed.ts'
import type { ArchiveRecord, Participant } from './record.ts'

/** Names people by their addresses: by the names that are known now, then by one that a message gives. */
type Naming = (address: string, shown: string | null) => Participant
export interface Known {
  readonly author: Participant
  /** Who changed it; otherwise its author. */
  readonly sender: Participant
  readonly recipients: readonly Participant[]
  /** There are more of them. */
  readonly isCrowded: boolean
}

/** What is asked of `conversation` to say of which kind it is. */
export const conversationFacts = sql`conversation.id as conversation_id, conversation.type as conversation_type, conversation.title,
  conversation.type = 'group' or conversation.type = 'thread' and exists (select from participant someone
    where someone.tenant_id = conversation.tenant_id and someone.conversation_id = conversation.id offset 2) as is_group`
export interface ConversationFacts {
  readonly conversation_id: ConversationId
  readonly conversation_type: string
  readonly title: string | null
  readonly is_group: boolean
}

/** The title of a thread is the subject of its first mail, not a name of people. */
export const toConversation = (row: ConversationFacts): ArchiveRecord['conversation'] => ({
  id: row.conversation_id,
  isGroup: row.is_group,
  group: row.conversation_type === 'group' ? (row.title ?? 'a group') : undefined,
})

interface Person {
  readonly address: string
  readonly display_name: string | null
  readonly email: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** The people of a conversation at a time. */
export async function findMembers(tx: TenantTx, conversationId: ConversationId, at: Date) {
  const { rows } = await sql<Person>`
    select ${person} from participant ${ofAccount} ${formerAt(sql`${at}::timestamptz`)}
    left join tenant_user person on person.tenant_id = participant.tenant_id and person.id = ${userThen(sql`${at}::timestamptz`)}
    where participant.conversation_id = ${conversationId}
    order by participant.first_at, participant.address`.execute(tx)
  const byAddress = new Map(rows.map((row) => [row.address, row]))
  const of: Naming = (address, shown) => named(address, shown, byAddress.get(address))
  return {
    of,
    /** All but one. */
    others(than: string) {
      const others = rows.flatMap(({ address }) => (address === than ? [] : of(address, null)))
      return {
        recipients: others.slice(0, mostRecipients),
        moreRecipients: others.slice(mostRecipients),
      }
    },
  }
}

interface About {
  readonly place: number
  readonly message_id: MessageId
  readonly conversation_id: ConversationId
  readonly author_address: string
  readonly author_name: string | null
  readonly author_user_id: UserId | null
  readonly author_contact_id: ContactId | null
  readonly posted_at: Date
  /** Someone else whom the mail names, and when they did what it is about. */
  readonly actor: string | null
  readonly at: Date | null
}

/** How many recipients are read of each message; all if it is undefined. */
export interface Most {
  readonly most: number | undefined
}

/** Who wrote messages, to whom, and who changed them: three statements for all messages. */
export async function findPeople(
  tx: TenantTx,
  rows: readonly About[],
  { most }: Most = { most: mostRecipients },
) {
  const messageIds = [...new Set(rows.map(({ message_id: id }) => id))]
  // One more than these shows that there are more.
  const found = await findRecipients(tx, everything, messageIds, most && most + 1)
  const peopleOf = (id: MessageId) => found.get(id)?.people ?? []
  const senders = await findSenders(tx, rows)
  const userIds = [...found.values()].flatMap(({ people }) => people.flatMap(({ userId }) => userId ?? []))
  const mailOf = await findMails(tx, [...new Set(userIds)])
  return {
    of(about: About): Known {
      const { place, message_id: id, author_address: address, author_name: shown, actor } = about
      const author = named(address, shown, senders.get(`${place} author`))
      const people = peopleOf(id)
      const recipients = people.slice(0, most).map((one) => ({
        ...withMail(one, one.userId && mailOf.get(one.userId)),
        ...(one.addressing && { addressing: one.addressing }),
      }))
      return {
        author,
        sender: actor === null ? author : named(actor, null, senders.get(`${place} actor`)),
        recipients,
        isCrowded: people.length > recipients.length,
      }
    },
  }
}

/**
 * The author of each message, and who else its mail names, by their place and part. The author is whom the message names; of one that
 * names no person, whom its conversation knows by the address.
 */
async function findSenders(tx: TenantTx, rows: readonly About[]): Promise<ReadonlyMap<string, Person>> {
  const authors = rows.map((row) => ({
    key: `${row.place} author`,
    conversation_id: row.conversation_id,
    address: row.author_address,
    at: row.posted_at,
    user_id: row.author_user_id,
    contact_id: row.author_contact_id,
  }))
  const actors = rows.flatMap(({ place, conversation_id, actor: address, at, posted_at }) =>
    address === null
      ? []
      : {
          key: `${place} actor`,
          conversation_id,
          address,
          at: at ?? posted_at,
          user_id: null,
          contact_id: null,
        },
  )
  const columns = {
    key: 'text',
    conversation_id: 'uuid',
    address: 'text',
    at: 'timestamptz',
    user_id: 'uuid',
    contact_id: 'uuid',
  }
  const { rows: found } = await sql<Person & { key: string }>`
    select given.key, ${person} from ${rowsOf(columns, [...authors, ...actors])}
    join participant on participant.conversation_id = given.conversation_id and participant.address = given.address
    ${ofAccount} ${formerAt(sql`given.at`)}
    left join tenant_user person on person.tenant_id = participant.tenant_id
      and person.id = coalesce(given.user_id, case when given.contact_id is null then ${userThen(sql`given.at`)} end)`.execute(
    tx,
  )
  return new Map(found.map((row) => [row.key, row]))
}

async function findMails(tx: TenantTx, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tenant_user')
    .where('id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .select(['id', 'email'])
    .execute()
  return new Map(rows.map(({ id, email }) => [id, email]))
}

const person = sql`participant.address, participant.display_name, person.email, person.first_name, person.last_name`
const ofAccount = joinOwnAccount('participant', 'own')
const formerAt = (at: RawBuilder<unknown>) =>
  joinFormer(
    'participant',
    { tenantId: sql`participant.tenant_id`, id: sql`participant.conversation_id` },
    at,
  )
const userThen = (at: RawBuilder<unknown>) => userAt({ participant: 'participant', account: 'own' }, at)

function named(address: string, shown: string | null, row: Person | undefined): Participant {
  const full = `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
  return withMail({ name: full || shown || row?.display_name || address, address }, row?.email)
}

const withMail = (
  { name, address }: Pick<Participant, 'name' | 'address'>,
  mail: string | null | undefined,
): Participant => ({ name, address, ...(mail && { mail }) })
