import type { MessageId, RecordId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { bundle, type Bundled } from './day-commands.ts'
import { unarchivedMails } from './attempts.ts'

/** What a batch of capture stored. */
interface ToArchive {
  /** Messages, and versions of messages. */
  readonly said: readonly { readonly messageId: MessageId; readonly revision: number }[]
  /** Deletions, reactions, receipts and changes of members. */
  readonly eventIds: readonly string[]
  /** Messages that say more than before, by a further record: one whose mail has been sent is mailed once more. */
  readonly completed?: readonly { readonly messageId: MessageId; readonly recordId: RecordId }[]
}

/**
 * Queues a mail for each, in the transaction that stores them: one statement for a batch, and a look at the settings if there
 * are none. What has a mail gets no second one. Of what happened to a message at once, edits come first and its deletion last. The caller holds the lock of the tenant, so numbers are given once.
 * @returns How many things are archived now that were not before.
 */
export async function queueArchiveMails(
  tx: TenantTx,
  { said, eventIds, completed = [] }: ToArchive,
  now: Date,
): Promise<number> {
  if (said.length === 0 && eventIds.length === 0 && completed.length === 0) return 0
  const settings = await tx
    .selectFrom('archiving')
    .select(['channels', 'group_ids', 'also_events', 'delivery_mode'])
    .where('mode', '<>', 'off')
    .executeTakeFirst()
  if (!settings) return 0
  const { channels, group_ids: groups, also_events: also } = settings
  const isBundled = settings.delivery_mode === 'conversation_day'
  const zone = isBundled ? await findZone(tx) : 'UTC'
  // Something from a clock that is ahead is archived with today.
  const day = isBundled ? sql`(least(things.at, ${now}) at time zone ${zone})::date` : sql`null::date`
  const { rows } = await sql<Bundled>`
    with things as (${sql.join([...saidThings(said), ...completedThings(completed), ...happenedThings(eventIds)], sql` union `)})
    insert into archive_mail (message_id, conversation_id, event, ref, revision, state, day, due_at, created_at)
    select things.message_id, things.conversation_id, things.event, things.ref,
      case when things.message_id is null then 1 else
        coalesce((select max(other.revision) from archive_mail other where other.message_id = things.message_id), 0)
          + row_number() over (partition by things.message_id order by things.event <> 'message', ${laterOf('things')},
            things.event <> 'edit', things.event = 'delete', things.sequence nulls first, length(things.ref), things.ref) end,
      ${isBundled ? 'bundled' : 'queued'}, ${day}, ${now}, ${now}
    from things
    where (${channels.length === 0} or things.channel = any(${channels}))
      and (${groups.length === 0} or things.group_ids && ${groups}::uuid[])
      and (things.event not in ('membership', 'receipt') or things.event = any(${also}))
      and not exists (select from archive_mail had where had.message_id = things.message_id
        and had.event = things.event and had.ref = things.ref)
    on conflict do nothing returning id, conversation_id, day`.execute(tx)
  if (rows.length === 0) return 0
  if (isBundled) await bundle(tx, rows, { zone, now })
  await wake(tx, unarchivedMails)
  return rows.length
}

/** Some channels give a deletion in whole seconds and an edit with its milliseconds: such a deletion counts as at the end of its second. */
const laterOf = (alias: string) => sql`case
  when ${sql.ref(`${alias}.event`)} = 'delete' and ${sql.ref(`${alias}.at`)} = date_trunc('second', ${sql.ref(`${alias}.at`)})
  then ${sql.ref(`${alias}.at`)} + interval '999 milliseconds' else ${sql.ref(`${alias}.at`)} end`

function saidThings(said: ToArchive['said']): RawBuilder<unknown>[] {
  if (said.length === 0) return []
  const rows = said.map(({ messageId, revision }) => ({ message_id: messageId, revision }))
  return [
    sql`select message.id as message_id, message.conversation_id, message.channel, message.group_ids,
        case when given.revision = 1 then 'message' else 'edit' end as event, given.revision::text as ref,
        coalesce(version.at, message.posted_at) as at, version.sequence
      from ${rowsOf({ message_id: 'uuid', revision: 'smallint' }, rows)}
      join message on message.id = given.message_id
      left join message_revision version on version.tenant_id = message.tenant_id
        and version.message_id = message.id and version.revision = given.revision`,
  ]
}

/**
 * A mail that was not tried says everything, be it the first or one about an earlier addition. One that a worker has may have been read
 * before, also after the end of its lease: only its report ends that. One whose attempt failed may have been taken all the same, and the
 * archive then drops the next attempt by its id. The lock keeps others from being taken until the addition is stored. A later reading of the
 * same record is a further addition.
 */
function completedThings(completed: NonNullable<ToArchive['completed']>): RawBuilder<unknown>[] {
  if (completed.length === 0) return []
  const each = new Map(completed.map((one) => [one.messageId, one])).values()
  const rows = [...each].map(({ messageId, recordId }) => ({ message_id: messageId, record_id: recordId }))
  return [
    sql`select message.id as message_id, message.conversation_id, message.channel, message.group_ids, 'message' as event,
        '1 ' || case when exists (select from archive_mail had where had.tenant_id = message.tenant_id and had.message_id = message.id
          and had.event = 'message' and had.ref = '1 ' || given.record_id) then gen_random_uuid() else given.record_id end as ref,
        message.posted_at as at, null::bigint as sequence
      from ${rowsOf({ message_id: 'uuid', record_id: 'uuid' }, rows)}
      join message on message.id = given.message_id
      where (select bool_and(mail.finished_at is not null or mail.recipients is not null or mail.parts_accepted > 0
          or mail.lease_until is not null or mail.problem is not null)
        from (
          select archive_mail.* from archive_mail where archive_mail.tenant_id = message.tenant_id and archive_mail.id in (
            select coalesce(had.day_mail_id, had.id) from archive_mail had
            where had.tenant_id = message.tenant_id and had.message_id = message.id and had.event = 'message')
          for no key update
        ) mail)`,
  ]
}

function happenedThings(eventIds: ToArchive['eventIds']): RawBuilder<unknown>[] {
  if (eventIds.length === 0) return []
  return [
    sql`select message.id as message_id, message.conversation_id, message.channel, message.group_ids,
        case event.kind when 'status' then 'receipt' else event.kind end as event, event.id::text as ref, event.at,
        (event.payload ->> 'sequence')::bigint as sequence
      from message_event event join message on message.tenant_id = event.tenant_id and message.id = event.message_id
      where event.id = any(${eventIds}::uuid[]) and event.kind in ('delete', 'reaction', 'status') and event.payload ->> 'state' is distinct from ''`,
    sql`select null::uuid, conversation.id, conversation.channel, conversation.group_ids, event.kind, event.id::text, event.at, null::bigint
      from message_event event
      join conversation on conversation.tenant_id = event.tenant_id and conversation.id = event.conversation_id
      where event.id = any(${eventIds}::uuid[]) and event.kind = 'membership'`,
  ]
}

/** The organization's zone: UTC where the database does not know its name, which would stop the capture. */
async function findZone(tx: TenantTx): Promise<string> {
  const found = await tx
    .selectFrom('organization')
    .select(sql<string>`counted_zone(time_zone)`.as('zone'))
    .executeTakeFirstOrThrow()
  return found.zone
}
