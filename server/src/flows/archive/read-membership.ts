import type { Channel } from '@verbatim/contract/channels.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { findMembers } from './people.ts'
import type { ArchiveRecord } from './record.ts'

interface Facts {
  channel: Channel
  conversation_id: ConversationId
  conversation_type: string
  title: string | null
  actor_address: string | null
  at: Date
  captured_at: Date
  payload: { readonly action?: string; readonly who?: { readonly value?: string }; readonly whoName?: string }
  sha256: Buffer | null
}

/** What the mail about a member who joined or left states. */
export async function readMembership(tx: TenantTx, eventId: string): Promise<ArchiveRecord> {
  const { rows } = await sql<Facts>`
    select conversation.channel, conversation.id as conversation_id, conversation.type as conversation_type,
      conversation.title, event.actor_address, event.at, event.captured_at, event.payload, kept.sha256
    from message_event event
    join conversation on conversation.tenant_id = event.tenant_id and conversation.id = event.conversation_id
    left join message_record kept on kept.tenant_id = event.tenant_id and kept.id = event.record_id
    where event.id = ${eventId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The event of a mail is gone')
  const members = await findMembers(tx, row.conversation_id)
  const { action, who, whoName } = row.payload
  const member = members.of(who?.value ?? 'unknown', whoName ?? null)
  const sender = row.actor_address === null ? member : members.of(row.actor_address, null)
  return {
    recordId: eventId,
    revision: 1,
    event: 'membership',
    channel: row.channel,
    direction: 'inbound',
    conversation: {
      id: row.conversation_id,
      group: row.conversation_type === 'group' ? (row.title ?? 'a group') : undefined,
    },
    sender,
    recipients: members.all().filter(({ address }) => address !== sender.address),
    at: row.at,
    capturedAt: row.captured_at,
    text: null,
    statement: `${member.name} ${action === 'left' ? 'left' : 'joined'}.`,
    attachments: [],
    sha256: row.sha256?.toString('hex') ?? '',
  }
}
