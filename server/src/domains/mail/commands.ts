import type { MailId, TenantId } from '@verbatim/contract/ids.ts'
import type { MailKind } from '@verbatim/contract/mail.ts'
import { sql } from 'kysely'
import { newId } from '#kernel/uuid.ts'
import { wake } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

/** A mail to one recipient, in plain text. */
export interface NewMail {
  readonly to: string
  /** Kept and shown in receipts: never a code or a password. */
  readonly subject: string
  readonly text: string
  readonly kind: MailKind
  /** Two mails of the same key are one: the second is not queued. */
  readonly dedupeKey?: string
  /** What it tells of, to find its receipt by. */
  readonly reference?: { readonly kind: string; readonly id: string }
  /** From then on it is given up instead of sent: a code that has run out. */
  readonly uselessFrom?: Date
}

export interface MailContext {
  readonly secrets: Secrets
  readonly now: () => Date
}

/**
 * Queues mails in the caller's transaction: they leave once it has committed, and not if it does not.
 * @returns How many were queued; a mail whose `dedupeKey` was queued before is not counted.
 */
export async function queueMails(
  tx: TenantTx,
  { secrets, now }: MailContext,
  mails: readonly NewMail[],
): Promise<number> {
  if (mails.length === 0) return 0
  const at = now()
  const rows = mails.map((mail) => {
    const id = newId<MailId>(at)
    return {
      id,
      kind: mail.kind,
      recipient: mail.to,
      subject: oneLine(mail.subject),
      text_sealed: secrets.seal(Buffer.from(mail.text), placeOf(tx.tenantId, id)),
      dedupe_key: mail.dedupeKey ?? null,
      reference_kind: mail.reference?.kind ?? null,
      reference_id: mail.reference?.id ?? null,
      due_at: at,
      useless_from: mail.uselessFrom ?? null,
      created_at: at,
    }
  })
  const queued = await tx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  if (queued.length > 0) await wake(tx, 'mail')
  return queued.length
}

/** A mail that this worker may send until its lease ends. */
export interface TakenMail {
  readonly id: MailId
  /** Names the try: a worker that was given up on cannot report about a later one. */
  readonly attempt: number
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** A try takes far less; one that does not report by then was cut off, and the mail is sent again. */
const leaseMs = 5 * 60_000

/** Takes at most so many mails that are due, and gives up those that came to be of no use. */
export async function takeMails(
  tx: TenantTx,
  { secrets, now }: MailContext,
  most: number,
): Promise<TakenMail[]> {
  const at = now()
  await tx
    .updateTable('mail')
    .set({ ...finished('failed', at), reason: 'It expired before it could be sent.' })
    .where('state', 'in', ['queued', 'sending'])
    .where('due_at', '<=', at)
    .where('useless_from', '<=', at)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', at)]))
    .execute()
  const rows = await tx
    .updateTable('mail')
    .set((eb) => ({
      state: 'sending' as const,
      attempts: eb('attempts', '+', 1),
      lease_until: new Date(at.getTime() + leaseMs),
    }))
    .where('id', '=', sql<MailId>`any(array(${dueMails(tx, at, most)}))`) // asked once, not for each row
    .returningAll()
    .execute()
  return rows.map((row) => ({
    id: row.id,
    attempt: row.attempts,
    to: row.recipient,
    subject: row.subject,
    text: secrets.unseal(row.text_sealed ?? Buffer.alloc(0), placeOf(row.tenant_id, row.id)).toString(),
  }))
}

/** A code, which somebody waits for, goes before what many are told; then the oldest. */
function dueMails(tx: TenantTx, at: Date, most: number) {
  return tx
    .selectFrom('mail')
    .select('id')
    .where('state', 'in', ['queued', 'sending'])
    .where((due) =>
      due.or([
        due.and([due('state', '=', 'queued'), due('due_at', '<=', at)]),
        due.and([due('state', '=', 'sending'), due('lease_until', '<=', at)]),
      ]),
    )
    .orderBy(sql`kind in ('invitation', 'notification')`)
    .orderBy('due_at')
    .limit(most)
    .forUpdate()
    .skipLocked()
}

/**
 * Asks for a mail once more, when nothing but its bytes is left to be said: whoever slept through the lease does not send
 * what another has sent meanwhile. False where it is another's by now.
 */
export async function holdMail(
  tx: TenantTx,
  { id, attempt }: Pick<TakenMail, 'id' | 'attempt'>,
  now: Date,
): Promise<boolean> {
  return report(tx, { id, attempt }, { lease_until: new Date(now.getTime() + leaseMs) })
}

/** The mail server has it. Its text is erased. */
export async function finishMail(tx: TenantTx, mail: Pick<TakenMail, 'id' | 'attempt'>, now: Date) {
  await report(tx, mail, { ...finished('sent', now), reason: null })
}

/**
 * Minutes between tries: the first follow quickly, the last a day later. Then the mail is given up.
 * Source: docs/rules/limits.md.
 */
const waitsMinutes = [1, 5, 15, 60, 180, 360, 720, 1440]

/**
 * The mail server did not take it.
 * @param problem Whether another try may succeed, and why this one did not.
 */
export async function failMail(
  tx: TenantTx,
  mail: Pick<TakenMail, 'id' | 'attempt'>,
  problem: { readonly lasting: boolean; readonly reason: string },
  now: Date,
): Promise<void> {
  const waitMinutes = waitsMinutes[mail.attempt - 1]
  const reason = oneLine(problem.reason).slice(0, 500)
  if (problem.lasting || waitMinutes === undefined)
    return void (await report(tx, mail, { ...finished('failed', now), reason }))
  const due_at = new Date(now.getTime() + waitMinutes * 60_000)
  await report(tx, mail, { state: 'queued', lease_until: null, due_at, reason })
}

/** False where the mail is another try's by now: what came of this one is nobody's. */
async function report(
  tx: TenantTx,
  { id, attempt }: Pick<TakenMail, 'id' | 'attempt'>,
  change: object,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('mail')
    .set(change)
    .where('id', '=', id)
    .where('attempts', '=', attempt)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const finished = (state: 'sent' | 'failed', at: Date) => ({
  state,
  text_sealed: null,
  lease_until: null,
  finished_at: at,
})

/** Where the text of a mail is sealed. */
export function placeOf(tenantId: TenantId, id: MailId) {
  return { tenantId, table: 'mail', id }
}

/** A header of several lines would be several headers. */
const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
