import type { ContactId, ConversationId, UserId } from '@verbatim/contract/ids.ts'
import type { Counterpart } from '@verbatim/contract/messenger.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { wordsSql } from '#platform/list/sql.ts'
import { joinOwnAccount } from '#schema/conversation-accounts.ts'
import type { Reader } from './readable-conversations.ts'

/** The other people in a conversation: the first few by appearance, and their number. */
export interface Others {
  readonly people: Counterpart[]
  readonly count: number
}

const mostShown = 8
/** The user of a participant: the own address of an account, which is joined as `account`, is its owner's of now. */
const whose = sql`coalesce(account.owner_id, participant.user_id)`
const personName = sql`nullif(trim(concat(person.first_name, ' ', person.last_name)), '')`
const known = sql`
  ${joinOwnAccount('participant', 'account')}
  left join tenant_user person on person.id = ${whose}
  left join contact on contact.id = participant.contact_id`

interface Row {
  readonly conversation_id: ConversationId
  readonly name: string
  readonly address: string
  readonly user_id: UserId | null
  readonly contact_id: ContactId | null
  readonly count: string
}

/**
 * All participants of each conversation except the reader, and except its accounts themselves if they belong to the reader or have no
 * owner.
 */
export async function findOthers(
  tx: TenantTx,
  { userId }: Reader,
  ids: readonly ConversationId[],
): Promise<ReadonlyMap<ConversationId, Others>> {
  const { rows } = await sql<Row>`
    select * from (
      select participant.conversation_id, participant.address, ${whose} as user_id, participant.contact_id,
        coalesce(${personName}, contact.name, participant.display_name, participant.address) as name,
        count(*) over of_conversation as count,
        row_number() over (of_conversation order by participant.first_at, participant.address) as place
      from participant
      ${known}
      where participant.conversation_id = any(${ids}::uuid[])
        and ${whose} is distinct from ${userId}
        and (account.id is null or ${whose} is not null)
      window of_conversation as (partition by participant.conversation_id)
    ) placed where place <= ${mostShown} order by conversation_id, place`.execute(tx)
  return new Map(
    [...Map.groupBy(rows, (row) => row.conversation_id)].map(([id, found]) => [
      id,
      { people: found.map(toCounterpart), count: Number(found[0]?.count) },
    ]),
  )
}

/** Every word of `text` occurs in the conversation's title, or in the name or address of a participant. */
export function namesHold(text: string): RawBuilder<boolean> {
  const names = sql`(
    select string_agg(concat_ws(' ', participant.display_name, ${personName}, contact.name, participant.address), ' ')
    from participant
    ${known} where participant.conversation_id = conversation.id)`
  return wordsSql([sql`conversation.title`, names], text)
}

const toCounterpart = ({ name, address, user_id, contact_id }: Row): Counterpart => ({
  name,
  address,
  ...(user_id && { userId: user_id }),
  ...(contact_id && { contactId: contact_id }),
})
