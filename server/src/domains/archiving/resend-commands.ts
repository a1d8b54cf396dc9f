/** Sending failed mails again, with the ids that they had: an archive drops what it has. */
import { archiveMailList, type resendArchiveMails } from '@verbatim/contract/archive-mails.ts'
import { archivingLimits } from '@verbatim/contract/archiving.ts'
import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { filterSql } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { wake } from '#platform/work/wake.ts'
import { unarchivedMails } from './attempts.ts'
import { mailColumns } from './queries.ts'

/** With all its attempts, for the recipients that lack it. */
const asQueued = (now: Date) =>
  sql`state = 'queued', attempts = 0, cuts = 0, cut_at = null, due_at = ${now}, finished_at = null`

/**
 * Queues a failed mail again.
 * @throws Failure `archiving.unknown-mail` @throws Failure `archiving.not-failed`
 */
export async function resendMail(tx: TenantTx, actor: Actor, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ state: string; message_id: string | null; conversation_id: string | null }>`
    select state, message_id, conversation_id from archive_mail where id = ${id} for update`.execute(tx)
  const [mail] = rows
  if (!mail || mail.state === 'bundled') throw new Failure('archiving.unknown-mail')
  if (mail.state !== 'failed') throw new Failure('archiving.not-failed')
  await sql`update archive_mail set ${asQueued(now)} where id = ${id}`.execute(tx)
  const target = mail.message_id
    ? { kind: 'message', id: mail.message_id }
    : { kind: 'conversation', id: mail.conversation_id ?? '' }
  await recordAudit(tx, actor, { type: 'archive_mail_resent', target }, now)
  await wake(tx, unarchivedMails)
}

interface Resent extends Pick<InputOf<typeof resendArchiveMails>['query'], 'filter'> {
  readonly most?: number
}

/** Queues the failed mails of a question again, the oldest first, as one act. */
export async function resendMails(
  tx: TenantTx,
  actor: Actor,
  { filter, most = archivingLimits.resent }: Resent,
  now: Date,
): Promise<OutputOf<typeof resendArchiveMails>> {
  const failed = sql`from archive_mail mail
    where mail.state = 'failed' and ${filterSql(archiveMailList.fields, mailColumns, filter, now)}`
  const queued = await sql<{ resent: number }>`
    with asked as materialized (
      select mail.id ${failed} order by mail.created_at, mail.id limit ${most} for update of mail
    ), again as (
      update archive_mail set ${asQueued(now)} from asked where archive_mail.id = asked.id returning 1
    )
    select count(*)::int as resent from again`.execute(tx)
  const { resent } = onlyRow(queued)
  if (resent === 0) return { resent, isAll: true }
  const target = { kind: 'organization', id: actor.tenantId, name: 'Archiving by email' }
  await recordAudit(tx, actor, { type: 'archive_mails_resent', target, counts: { emails: resent } }, now)
  await wake(tx, unarchivedMails)
  const { rows: left } = await sql`select ${failed} limit 1`.execute(tx)
  return { resent, isAll: left.length === 0 }
}
