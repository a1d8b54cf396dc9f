import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { addressedKey, countRecipients, findRecipients } from '#domains/messages/to-lines.ts'
import { everything } from '#kernel/actor.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ArchiveRecord, Participant } from './record.ts'

/** As many are named in a mail, so that its head leaves room for the message; it says how many more there are. */
const mostRecipients = 500

/** Names people by their addresses: by the names that are known now, then by one that a message gives. */
type Naming = (address: string, shown: string | null) => Participant
export interface Known {
  readonly of: Naming
  readonly recipients: readonly Participant[]
  /** How many more there are than are named. */
  readonly more: number
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

/** The people of a conversation. */
export async function findMembers(tx: TenantTx, conversationId: ConversationId) {
  const { rows } = await sql<Person & { total: number }>`
    select ${person}, count(*) over ()::int as total from participant ${itsUser}
    where participant.conversation_id = ${conversationId}
    order by participant.first_at, participant.address limit 10000`.execute(tx)
  const of = naming(rows)
  return {
    of,
    /** All but one. */
    others(than: string) {
      const others = rows.filter(({ address }) => address !== than)
      const recipients = others.slice(0, mostRecipients).map(({ address }) => of(address, null))
      const total = (rows[0]?.total ?? 0) - (rows.length - others.length)
      return { recipients, moreRecipients: total - recipients.length }
    },
  }
}

interface About {
  readonly message_id: MessageId
  readonly conversation_id: ConversationId
  readonly author_address: string
  /** Someone else whom the mail names. */
  readonly actor: string | null
}

/** Who wrote messages, to whom, and who changed them: two statements for all messages. */
export async function findPeople(tx: TenantTx, rows: readonly About[]) {
  const messageIds = [...new Set(rows.map(({ message_id: id }) => id))]
  const found = await findRecipients(tx, everything, messageIds, mostRecipients)
  const peopleOf = (id: MessageId) => found.get(id)?.people ?? []
  const asked = new Map<string, { conversation_id: ConversationId; address: string }>()
  for (const { message_id: id, conversation_id, author_address, actor } of rows)
    for (const address of [author_address, actor, ...peopleOf(id).map((one) => one.address)])
      if (address !== null) asked.set(`${conversation_id} ${address}`, { conversation_id, address })
  const { rows: known } = await sql<Person & { conversation_id: ConversationId }>`
    select given.conversation_id, ${person}
    from ${rowsOf({ conversation_id: 'uuid', address: 'text' }, [...asked.values()])}
    join participant on participant.conversation_id = given.conversation_id and participant.address = given.address
    ${itsUser}`.execute(tx)
  const crowded = rows.filter(({ message_id: id }) => peopleOf(id).length === mostRecipients)
  const counts = await countRecipients(tx, crowded.map(addressed))
  const byConversation = Map.groupBy(known, ({ conversation_id: id }) => id)
  return {
    of(about: About): Known {
      const { message_id: id, conversation_id, author_address: author, actor } = about
      const of = naming(byConversation.get(conversation_id) ?? [])
      const recipients = peopleOf(id).map(({ name, address }) => of(address, name))
      const named = recipients.filter(({ address }) => address !== (actor ?? author)).length
      const count = counts.get(addressedKey(addressed(about))) ?? named
      return { of, recipients, more: count - named }
    },
  }
}

/** A mail about a message is from the one who changed it, or from its author. */
const addressed = ({ message_id: id, author_address: author, actor }: About) => ({
  id,
  sender: actor ?? author,
})

const person = sql`participant.address, participant.display_name, person.email, person.first_name, person.last_name`
const itsUser = sql`left join tenant_user person on person.tenant_id = participant.tenant_id and person.id = participant.user_id`

function naming(rows: readonly Person[]): Naming {
  const known = new Map(rows.map((row) => [row.address, row]))
  return (address, shown) => {
    const row = known.get(address)
    const full = `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
    const name = full || shown || row?.display_name || address
    return { name, address, ...(row?.email && { mail: row.email }) }
  }
}
