import { channels } from '@verbatim/contract/channels.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { findRecipients } from '#domains/messages/to-lines.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Participant } from './record.ts'

/** The archive has everything, without regard to scope. */
const everything = [{ channels, groupIds: 'all' }] as const
const mostRecipients = 500

/** The people of a conversation, by the names that are known now. */
export async function findMembers(tx: TenantTx, conversationId: ConversationId) {
  const rows = await tx
    .selectFrom('participant')
    .leftJoin('tenant_user as person', (join) =>
      join
        .onRef('person.tenant_id', '=', 'participant.tenant_id')
        .onRef('person.id', '=', 'participant.user_id'),
    )
    .where('participant.conversation_id', '=', conversationId)
    .select(['participant.address', 'participant.display_name', 'email', 'first_name', 'last_name'])
    .orderBy('participant.first_at')
    .orderBy('participant.address')
    .limit(10_000)
    .execute()
  const known = new Map(rows.map((row) => [row.address, row]))
  const of = (address: string, shown: string | null): Participant => {
    const row = known.get(address)
    const full = `${row?.first_name ?? ''} ${row?.last_name ?? ''}`.trim()
    const name = full || shown || row?.display_name || address
    return { name, address, ...(row?.email && { mail: row.email }) }
  }
  const all = () => rows.slice(0, mostRecipients).map(({ address }) => of(address, null))
  return { of, all }
}

/** Those people, and to whom the message was written. */
export async function findPeople(tx: TenantTx, id: MessageId, conversationId: ConversationId) {
  const found = (await findRecipients(tx, everything, [id], mostRecipients)).get(id)?.people ?? []
  const { of } = await findMembers(tx, conversationId)
  return { of, recipients: found.map(({ name, address }) => of(address, name)) }
}
