import type { MessageDetails, SourceRecord, ThreadMessage } from '@verbatim/contract/messages.ts'
import type { RecordId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

type Sources = Pick<MessageDetails, 'account' | 'messageKey' | 'conversationKey' | 'promisedFor' | 'records'>

interface OriginRow {
  message_key: string
  conversation_key: string
  account_name: string | null
  account_address: string | null
  owner_name: string | null
  promised_for: string | null
}

/** The source of a message that the reader may see: its account, the channel's names for it, what it promises, and its records. */
export async function findSources(tx: TenantTx, { id }: Pick<ThreadMessage, 'id'>): Promise<Sources> {
  const { rows } = await sql<OriginRow>`
    select message.message_key, conversation.conversation_key, account.name as account_name,
      account.address as account_address, owner.display_name as owner_name,
      (promise.due_at at time zone organization.rollup_zone)::date::text as promised_for
    from message
    join organization on organization.tenant_id = message.tenant_id
    left join promise on promise.tenant_id = message.tenant_id and promise.message_id = message.id
    join conversation on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    left join channel_account account on account.tenant_id = message.tenant_id and account.id = message.account_id
    left join tenant_user owner on owner.tenant_id = account.tenant_id and owner.id = account.owner_id
    where message.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A message without its conversation')
  return {
    ...(row.account_name !== null && {
      account: {
        name: row.account_name,
        address: row.account_address ?? '',
        ...(row.owner_name && { owner: row.owner_name }),
      },
    }),
    messageKey: row.message_key,
    conversationKey: row.conversation_key,
    ...(row.promised_for !== null && { promisedFor: row.promised_for }),
    records: await findRecords(tx, id),
  }
}

interface RecordRow {
  id: RecordId
  brought: SourceRecord['brought']
  transport: string
  received_at: Date
  content_type: string
  size_bytes: number
  sha256: Buffer
}

/** The message's own record first, then those of its later texts and events. Each record once. */
async function findRecords(tx: TenantTx, id: ThreadMessage['id']): Promise<SourceRecord[]> {
  const { rows } = await sql<RecordRow>`
    with brought (record_id, rank) as (
      select record_id, 1 from message where id = ${id}
      union all select record_id, 2 from message_revision where message_id = ${id}
      union all select record_id, 3 from message_event where message_id = ${id}
    ), once as (select record_id, min(rank) as rank from brought group by record_id)
    select kept.id, (array['message', 'revision', 'event'])[once.rank] as brought, kept.transport, kept.received_at,
      kept.content_type, octet_length(kept.bytes) as size_bytes, kept.sha256
    from once join message_record kept on kept.id = once.record_id
    order by once.rank > 1, kept.received_at, kept.id`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    brought: row.brought,
    transport: row.transport,
    receivedAt: row.received_at.toISOString(),
    contentType: row.content_type,
    sizeBytes: row.size_bytes,
    sha256: row.sha256.toString('hex'),
  }))
}
