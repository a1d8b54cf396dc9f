import type { MailReceipt, WaitingMail } from '@verbatim/contract/mail.ts'
import type { RawBuilder } from 'kysely'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { placeOf } from './commands.ts'

/** The receipts of mails about one thing, or about all things of a kind; newest first. */
export async function findReceipts(
  tx: TenantTx,
  {
    kind,
    id,
    mailKind,
    known,
    limit = 100,
  }: {
    readonly kind: string
    readonly id?: string
    readonly mailKind?: MailReceipt['kind']
    /** Whether the reader may know of a `mail`. */
    readonly known?: RawBuilder<boolean>
    readonly limit?: number
  },
): Promise<MailReceipt[]> {
  let query = tx
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'subject', 'state', 'attempts', 'reason'])
    .select(['created_at', 'finished_at', 'due_at'])
    .where('reference_kind', '=', kind)
  if (id !== undefined) query = query.where('reference_id', '=', id)
  if (mailKind !== undefined) query = query.where('kind', '=', mailKind)
  if (known) query = query.where(known)
  const rows = await query.orderBy('id', 'desc').limit(limit).execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    state: row.state === 'sending' ? 'queued' : row.state,
    attempts: row.attempts,
    ...(row.reason === null ? {} : { reason: row.reason }),
    createdAt: row.created_at.toISOString(),
    ...(row.finished_at
      ? { finishedAt: row.finished_at.toISOString() }
      : { dueAt: row.due_at.toISOString() }),
  }))
}

const mostWaiting = 100

/** Mails that wait to be sent, with their text; newest first. */
export async function findWaitingMails(tx: TenantTx, secrets: Secrets): Promise<WaitingMail[]> {
  const rows = await tx
    .selectFrom('mail')
    .selectAll()
    .where('state', '=', 'queued')
    .orderBy('id', 'desc')
    .limit(mostWaiting)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    to: row.recipient,
    subject: row.subject,
    text: secrets.unseal(row.text_sealed ?? Buffer.alloc(0), placeOf(row.tenant_id, row.id)).toString(),
    createdAt: row.created_at.toISOString(),
  }))
}
