import type { ArchivingChange } from '@verbatim/contract/archiving.ts'
import type { MessageId, TenantId } from '@verbatim/contract/ids.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import type { ArchivingTable } from '#schema/archiving.ts'
import { unarchivedMails } from './due.ts'

export const passwordPlace = (tenantId: TenantId) => ({
  tenantId,
  table: 'archiving.password_sealed',
  id: tenantId,
})

export type ArchivingRow = Selectable<ArchivingTable>

/** Undefined until settings are saved first. */
export const findArchiving = (tx: TenantTx): Promise<ArchivingRow | undefined> =>
  tx.selectFrom('archiving').selectAll().executeTakeFirst()

/** A stored password is only for the receiver and the user that it was entered for. */
export function keptPassword(
  before: ArchivingRow | undefined,
  {
    host,
    port,
    security,
    user,
    signIn,
  }: Pick<ArchivingChange, 'host' | 'port' | 'security' | 'user' | 'signIn'>,
): Buffer | undefined {
  if (!before || signIn === 'none') return undefined
  const isSame =
    before.host === host && before.port === port && before.security === security && before.user_name === user
  return isSame ? (before.password_sealed ?? undefined) : undefined
}

/**
 * Stores how an organization archives by mail. Whatever stopped the receiver is forgotten, so that it is tried at once.
 * @throws Failure `archiving.changed` @throws Failure `archiving.no-password`
 */
export async function changeArchiving(
  tx: TenantTx,
  actor: Actor,
  change: ArchivingChange,
  { secrets, now }: { readonly secrets: Secrets; readonly now: Date },
): Promise<void> {
  const { tenantId } = actor
  await sql`select pg_advisory_xact_lock(hashtextextended(${`archiving ${tenantId}`}, 0))`.execute(tx)
  const before = await findArchiving(tx)
  requireVersion('archiving.changed', before?.version ?? 0, change.expectedVersion)
  const kept = keptPassword(before, change)
  const entered = change.signIn === 'none' ? undefined : change.password
  const sealed = entered === undefined ? kept : secrets.seal(Buffer.from(entered), passwordPlace(tenantId))
  if (change.signIn !== 'none' && !sealed) throw new Failure('archiving.no-password')
  const row = {
    ...rowOf(change),
    ...timesOf(before, change, now),
    password_sealed: sealed ?? null,
    ...healthy,
    version: (before?.version ?? 0) + 1,
  }
  if (before) await tx.updateTable('archiving').set(row).execute()
  else await tx.insertInto('archiving').values(row).execute()
  const changes = changedFields(before ? factsOf(before) : {}, {
    ...factsOf(row),
    ...(entered === undefined ? {} : { password: 'changed' }),
  })
  const target = { kind: 'organization', id: tenantId, name: 'Archiving by mail' }
  if (changes.length > 0) await recordAudit(tx, actor, { type: 'archiving_updated', target, changes }, now)
  await wake(tx, unarchivedMails)
}

function timesOf(before: ArchivingRow | undefined, { mode, channels, groupIds }: ArchivingChange, now: Date) {
  const isSame =
    before?.started_at &&
    before.channels.join() === channels.join() &&
    before.group_ids.join() === groupIds.join()
  return {
    started_at: mode === 'off' ? null : (before?.started_at ?? now),
    counted_from: isSame ? before.counted_from : now,
  }
}

const rowOf = (change: ArchivingChange) => ({
  mode: change.mode,
  host: change.host,
  port: change.port,
  security: change.security,
  sign_in: change.signIn,
  user_name: change.user,
  from_address: change.fromAddress,
  journal_recipients: change.journalRecipients,
  format: change.format,
  participant_address: change.participantAddress,
  max_mail_mb: change.maxMailMb,
  oversize: change.oversize,
  channels: change.channels,
  group_ids: change.groupIds,
})

/** A receiver of which nothing bad is known. */
export const healthy = { failures: 0, paused_until: null, problem: null, answer: null, problem_at: null }

/** The fields for the audit trail: never the password. */
function factsOf(row: Omit<ArchivingRow, 'tenant_id' | 'version'>) {
  return {
    mode: row.mode,
    host: row.host,
    port: row.port,
    security: row.security,
    signIn: row.sign_in,
    user: row.user_name,
    password: row.password_sealed ? 'set' : '',
    fromAddress: row.from_address,
    journalRecipients: row.journal_recipients.join(', '),
    format: row.format,
    participantAddress: row.participant_address,
    maxMailMb: row.max_mail_mb,
    oversize: row.oversize,
    channels: row.channels.join(', '),
    groups: row.group_ids.join(', '),
  }
}

/** What a batch of capture stored. */
export interface ToArchive {
  /** Messages, and versions of messages. */
  readonly said: readonly { readonly messageId: MessageId; readonly revision: number }[]
  /** Deletions and reactions. */
  readonly eventIds: readonly string[]
}

/**
 * Queues a mail for each, in the transaction that stores them: one statement for a batch, and a look at the settings if there
 * are none. What has a mail gets no second one. The caller holds the lock of the tenant, so numbers are given once.
 */
export async function queueArchiveMails(
  tx: TenantTx,
  { said, eventIds }: ToArchive,
  now: Date,
): Promise<void> {
  if (said.length === 0 && eventIds.length === 0) return
  const settings = await tx
    .selectFrom('archiving')
    .select(['channels', 'group_ids'])
    .where('mode', '<>', 'off')
    .executeTakeFirst()
  if (!settings) return
  const { channels, group_ids: groups } = settings
  const rows = said.map(({ messageId, revision }) => ({ message_id: messageId, revision }))
  const { numAffectedRows = 0n } = await sql`
    with things as (
      ${
        rows.length === 0
          ? sql`select null::uuid as message_id, null as event, null as ref, null::timestamptz as at where false`
          : sql`select given.message_id, case when given.revision = 1 then 'message' else 'edit' end as event,
              given.revision::text as ref, coalesce(version.at, message.posted_at) as at
            from ${rowsOf({ message_id: 'uuid', revision: 'smallint' }, rows)}
            join message on message.id = given.message_id
            left join message_revision version on version.tenant_id = message.tenant_id
              and version.message_id = message.id and version.revision = given.revision`
      }
      union select message_id, kind, id::text, at from message_event
      where id = any(${eventIds}::uuid[]) and message_id is not null
    )
    insert into archive_mail (message_id, event, ref, revision, due_at, created_at)
    select things.message_id, things.event, things.ref,
      coalesce((select max(other.revision) from archive_mail other where other.message_id = things.message_id), 0)
        + row_number() over (partition by things.message_id order by things.event <> 'message', things.at, things.ref),
      ${now}, ${now}
    from things join message on message.id = things.message_id
    where (${channels.length === 0} or message.channel = any(${channels}))
      and (${groups.length === 0} or message.group_ids && ${groups}::uuid[])
      and not exists (select from archive_mail had where had.message_id = things.message_id
        and had.event = things.event and had.ref = things.ref)
    on conflict do nothing`.execute(tx)
  if (numAffectedRows > 0n) await wake(tx, unarchivedMails)
}

/**
 * Queues a failed mail again, with all its attempts.
 * @throws Failure `archiving.unknown-mail` @throws Failure `archiving.not-failed`
 */
export async function resendMail(tx: TenantTx, actor: Actor, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ state: string; message_id: string }>`
    select state, message_id from archive_mail where id = ${id} for update`.execute(tx)
  const [mail] = rows
  if (!mail) throw new Failure('archiving.unknown-mail')
  if (mail.state !== 'failed') throw new Failure('archiving.not-failed')
  await sql`update archive_mail set state = 'queued', attempts = 0, due_at = ${now}, finished_at = null
    where id = ${id}`.execute(tx)
  const target = { kind: 'message', id: mail.message_id }
  await recordAudit(tx, actor, { type: 'archive_mail_resent', target }, now)
  await wake(tx, unarchivedMails)
}
