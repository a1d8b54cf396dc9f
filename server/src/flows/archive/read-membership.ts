import type { Channel } from '@verbatim/contract/channels.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { conversationFacts, type ConversationFacts, findMembers, toConversation } from './people.ts'
import type { ArchiveRecord } from './record.ts'

interface Facts extends ConversationFacts {
  channel: Channel
  actor_address: string | null
  at: Date
  captured_at: Date
  payload: { readonly action?: string; readonly who?: { readonly value?: string }; readonly whoName?: string }
  sha256: Buffer | null
}

/** What the mail about a member who joined or left states. */
export async function readMembership(tx: TenantTx, eventId: string): Promise<ArchiveRecord> {
  const { rows } = await sql<Facts>`
    select conversation.channel, ${conversationFacts},
      event.actor_address, event.at, event.captured_at, event.payload, kept.sha256
    from message_event event
    join conversation on conversation.tenant_id = event.tenant_id and conversation.id = event.conversation_id
    left join message_record kept on kept.tenant_id = event.tenant_id and kept.id = event.record_id
    where event.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The event of a mail is gone')
  const members = await findMembers(tx, row.conversation_id, row.at)
  const { action, who, whoName } = row.payload
  const member = members.of(who?.value ?? 'unknown', whoName ?? null)
  const sender = row.actor_address === null ? member : members.of(row.actor_address, null)
  return {
    recordId: eventId,
    revision: 1,
    event: 'membership',
    channel: row.channel,
    // No one wrote it.
    direction: 'unknown',
    conversation: toConversation(row),
    sender,
    ...members.others(sender.address),
    at: row.at,
    capturedAt: row.captured_at,
    text: null,
    statement: `${member.name} ${action === 'left' ? 'left' : 'joined'}.`,
    attachments: [],
    sha256: row.sha256?.toString('hex') ?? '',
  }
}
