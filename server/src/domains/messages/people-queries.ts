/** Who the people of conversations are, for those who hide them: by their addresses, and by every name they have there. */
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { HiddenPerson } from '#kernel/pseudonyms.ts'
import type { TenantTx } from '#platform/db.ts'
import { joinOwnAccount } from '#schema/conversation-accounts.ts'
import type { Recipient } from './to-lines.ts'

export interface People {
  /** By an address or a name in a conversation. */
  of(conversationId: ConversationId, text: string): HiddenPerson
  /** To whom a message was written. */
  recipient(
    conversationId: ConversationId,
    given: Pick<Recipient, 'address' | 'userId' | 'contactId'>,
  ): HiddenPerson
  /** Who wrote a message. */
  author(messageId: MessageId): HiddenPerson | undefined
}

interface Row {
  readonly conversation_id: ConversationId
  readonly message_id: MessageId | null
  readonly address: string
  readonly names: readonly (string | null)[]
  readonly user_id: string | null
  readonly contact_id: string | null
  readonly is_own: boolean
  /** It is the own address of an account that has had other owners. */
  readonly is_handed_on: boolean
}

interface Asked {
  readonly conversationIds: readonly ConversationId[]
  readonly messageIds: readonly MessageId[]
}

/** The people of these conversations, and the authors of these messages: a name is a text of the same conversation. */
export async function findPeople(tx: TenantTx, { conversationIds, messageIds }: Asked): Promise<People> {
  const { rows } = await sql<Row>`
    with author as (
      select message.tenant_id, message.conversation_id, message.id as message_id, author_address as address, author_name as name,
        author_user_id as user_id, author_contact_id as contact_id, account_id
      from message where id = any(${messageIds}::uuid[])
    ), person as (
      select p.tenant_id, p.conversation_id, null::uuid as message_id, p.address, p.display_name as name, p.user_id, p.contact_id,
        own.id as account_id
      from participant p ${joinOwnAccount('p', 'own')}
      where p.conversation_id = any(${conversationIds}::uuid[] || array(select conversation_id from author))
      union all select * from author
    ), known as (
      select person.*, false as is_former from person
      -- Whom an address meant before: by the names that they have there.
      union all
      select person.tenant_id, person.conversation_id, null, person.address, null, former.user_id, former.contact_id, person.account_id, true
      from person join participant_former former on former.tenant_id = person.tenant_id
        and former.conversation_id = person.conversation_id and former.address = person.address
      where person.message_id is null
    )
    select person.conversation_id, person.message_id, person.address, person.user_id, person.contact_id,
      array[person.name, nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), c.name] as names,
      coalesce(account.address = person.address, false) as is_own,
      coalesce(account.address = person.address, false) and exists (select from account_former_owner former
        where former.tenant_id = account.tenant_id and former.account_id = account.id) as is_handed_on
    from known person
    left join tenant_user u on u.tenant_id = person.tenant_id and u.id = person.user_id
    left join contact c on c.tenant_id = person.tenant_id and c.id = person.contact_id
    left join channel_account account on account.tenant_id = person.tenant_id and account.id = person.account_id
    order by person.message_id nulls first, person.is_former`.execute(tx)
  return peopleOf(rows)
}

function peopleOf(rows: readonly Row[]): People {
  const byAddress = new Map<string, HiddenPerson>()
  const byName = new Map<string, HiddenPerson>()
  const authors = new Map<MessageId, HiddenPerson>()
  for (const row of rows) {
    const place = keyOf(row.conversation_id, row.address)
    const known = byAddress.get(place)
    const person = known && isMeant(row, known) ? known : personOf(row)
    if (!known || known.key.startsWith('address')) byAddress.set(place, person)
    for (const name of row.names)
      if (name && !byName.has(keyOf(row.conversation_id, name)))
        byName.set(keyOf(row.conversation_id, name), person)
    if (row.message_id) authors.set(row.message_id, person)
  }
  const of: People['of'] = (conversationId, text) => {
    const place = keyOf(conversationId, text)
    return byAddress.get(place) ?? byName.get(place) ?? { kind: 'person', key: `text ${plain(text)}` }
  }
  return {
    of,
    recipient: (conversationId, { address, userId, contactId }) => {
      if (userId) return representative(userId)
      return contactId ? client(contactId) : of(conversationId, address)
    },
    author: (messageId) => authors.get(messageId),
  }
}

/**
 * Whether a row means whom its conversation knows by the address. What is known now holds for the old messages of an author who was
 * unknown then, too; but an account that has changed hands had other owners then.
 */
const isMeant = (
  { user_id: userId, contact_id: contactId, is_handed_on: isHandedOn }: Row,
  known: HiddenPerson,
) => !known.key.startsWith('address') && !(isHandedOn || userId || contactId)

const plain = (text: string) => text.trim().toLowerCase()
const keyOf = (conversationId: string, text: string) => `${conversationId} ${plain(text)}`

function personOf({ user_id, contact_id, address, is_own }: Row): HiddenPerson {
  if (user_id) return representative(user_id)
  if (contact_id) return client(contact_id)
  return { kind: is_own ? 'representative' : 'client', key: `address ${plain(address)}` }
}

const client = (contactId: string): HiddenPerson => ({ kind: 'client', key: `contact ${contactId}` })
const representative = (userId: string): HiddenPerson => ({ kind: 'representative', key: `user ${userId}` })
