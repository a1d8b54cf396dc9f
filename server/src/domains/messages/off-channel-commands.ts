import type { Channel } from '@verbatim/contract/channels.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { OffChannelWay } from '@verbatim/contract/off-channel.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { wasConnectedAt } from '#schema/connected.ts'
import { isOwnWords } from '#schema/said.ts'

interface Mentioning {
  readonly messageId: MessageId
  /** Of the text that was read. */
  readonly revision: number
  /** In the order of the text. Those of an application that is captured on some channels have these. */
  readonly mentions: readonly { readonly way: OffChannelWay; readonly channels: readonly Channel[] }[]
}

const readColumns = { message_id: 'uuid', revision: 'smallint' } as const
const columns = { ...readColumns, place: 'int', way: 'text', channels: 'text[]' } as const

interface Read {
  readonly message_id: MessageId
  readonly revision: number
}
interface Given extends Read {
  readonly place: number
  readonly way: OffChannelWay
  readonly channels: readonly Channel[]
}

/**
 * An application is no other place for a person whose account on it was captured when the message was said, nor one of an account
 * that several share.
 */
const isCaptured = sql`exists (
  select from channel_account own left join channel_account account
    on account.tenant_id = own.tenant_id and account.id = message.account_id
  where own.channel = any(given.channels)
    and ${wasConnectedAt('own', sql`coalesce(message.edited_at, message.posted_at)`)}
    and (own.owner_id is null or account.owner_id is null or own.owner_id = account.owner_id))`

/**
 * Keeps mentions again that have another time than their messages, since no one may change a time. The trigger in
 * `schema/functions/off-channel.sql` gives it.
 */
export async function mendMentions(tx: TenantTx): Promise<void> {
  await sql`with wrong as (
      delete from off_channel_mention mention using message where message.tenant_id = mention.tenant_id
        and message.id = mention.message_id and mention.posted_at <> message.posted_at
      returning mention.message_id, mention.way
    )
    insert into off_channel_mention (message_id, way) select message_id, way from wrong`.execute(tx)
}

/**
 * Keeps which messages mention to go on elsewhere, with the first way that counts, and forgets what they do not mention any more. Of a
 * text that was changed meanwhile the new one counts. Each message may be given once.
 */
export async function putMentions(tx: TenantTx, given: readonly Mentioning[]): Promise<void> {
  if (given.length === 0) return
  const read = given.map(({ messageId, revision }): Read => ({ message_id: messageId, revision }))
  const some = given.flatMap(({ messageId, revision, mentions }) =>
    mentions.map((mention, place): Given => ({ message_id: messageId, revision, place, ...mention })),
  )
  const { rows } =
    some.length === 0
      ? { rows: [] }
      : await sql<Pick<Given, 'message_id' | 'way'>>`
          select distinct on (given.message_id) given.message_id, given.way
          from ${rowsOf<Given>(columns, some)}
          join message on message.id = given.message_id and message.revision = given.revision
          where ${isOwnWords('message')} and not ${isCaptured}
          order by given.message_id, given.place`.execute(tx)
  const kept = rows.map(({ message_id: id }) => id)
  await sql`delete from off_channel_mention using ${rowsOf<Read>(readColumns, read)}, message
    where off_channel_mention.message_id = given.message_id and message.tenant_id = off_channel_mention.tenant_id
      and message.id = given.message_id and message.revision = given.revision
      and not given.message_id = any(${kept}::uuid[])`.execute(tx)
  if (rows.length === 0) return
  await sql`insert into off_channel_mention (message_id, way)
    select message_id, way from ${rowsOf<Pick<Given, 'message_id' | 'way'>>({ message_id: 'uuid', way: 'text' }, rows)}
    on conflict (tenant_id, message_id) do update set way = excluded.way where off_channel_mention.way <> excluded.way`.execute(
    tx,
  )
}
