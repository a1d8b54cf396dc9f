import { minuteMs } from '@verbatim/contract/durations.ts'
import type { MailId, TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { MailKind } from '@verbatim/contract/mail.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/uuid.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { waits } from '#platform/work/back-off.ts'
import { at, type DueRows, isDue, type Row } from '#platform/work/due-rows.ts'
import { assigned, prolong, settle, type Settled, takeDue, type Try } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'
import { isActive } from '#schema/user-conditions.ts'

/** Mails that were not sent yet. */
export const unsentMails: DueRows<'mail'> = {
  name: 'mail',
  table: 'mail',
  waits: () => sql`state in ('queued', 'sending')`,
  from: 'due_at',
  lease: 'lease_until',
  // An attempt takes far less. If it does not report by then, it was interrupted, and the mail is sent again.
  leaseMs: 5 * minuteMs,
  tries: 'attempts',
  // Codes go before notifications, because a person waits for them; then the oldest mails.
  order: sql`kind in ('invitation', 'notification'), due_at`,
  taking: { state: 'sending' },
  held: sql`state = 'sending'`,
  // The first attempts follow quickly, the last one a day later; then the mail is given up. Source: docs/rules/limits.md.
  backOff: waits(...[1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs)),
  failing: (reason) => ({ state: 'queued', reason: reasonText(reason) }),
  givingUp: (reason, now) => ({ ...finished('failed', now), reason: reasonText(reason) }),
  figures: {
    // Each attempt makes it due later, so how long it has waited is known from when it was queued.
    oldest: sql`min(created_at)`,
    givenUp: sql`select count(*) from public.mail where state = 'failed'`,
  },
}

/** A file that a mail carries. It is kept, sealed, until the mail is sent. */
export interface MailFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** A mail to one recipient, in plain text. */
export interface NewMail {
  readonly to: string
  /** Stored and shown in receipts, so never a code or a password. */
  readonly subject: string
  readonly text: string
  readonly files?: readonly MailFile[]
  readonly kind: MailKind
  /** A second mail with the same key is not queued. */
  readonly dedupeKey?: string
  /** The thing that the mail is about; receipts are found by it. */
  readonly reference?: { readonly kind: string; readonly id: string }
  /** The user whom it informs of what only users may know. It is not sent any more once they are disabled or removed. */
  readonly forUserId?: UserId
  /** The same for figures that were counted for this user, or texts that only they may read. It is not sent either once they can see less. */
  readonly madeFor?: Viewer
  /** From then on the mail is not sent any more, because its code has expired, or its news are old. */
  readonly uselessFrom?: Date
}

type Viewer = Pick<Actor, 'userId' | 'scope' | 'permissions' | 'readsUnderPseudonyms'>

export interface MailContext extends Clock {
  readonly secrets: Secrets
}

/**
 * Queues mails in the caller's transaction: they are sent only if it commits.
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
      files_sealed: mail.files ? secrets.seal(packed(mail.files), filesPlaceOf(tx.tenantId, id)) : null,
      dedupe_key: mail.dedupeKey ?? null,
      reference_kind: mail.reference?.kind ?? null,
      reference_id: mail.reference?.id ?? null,
      due_at: at,
      useless_from: mail.uselessFrom ?? null,
      for_user_id: mail.madeFor?.userId ?? mail.forUserId ?? null,
      made_for: mail.madeFor ? JSON.stringify(accessOf(mail.madeFor)) : null,
      created_at: at,
    }
  })
  const queued = await tx
    .insertInto('mail')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'dedupe_key']).doNothing())
    .returning('id')
    .execute()
  if (queued.length > 0) await wake(tx, unsentMails)
  return queued.length
}

const accessOf = ({ scope, permissions, readsUnderPseudonyms }: Viewer) => ({
  scope,
  permissions: [...permissions].toSorted(),
  readsUnderPseudonyms: readsUnderPseudonyms ?? false,
})

/** A mail that this worker may send until its lease ends. */
export interface TakenMail {
  readonly id: MailId
  readonly tried: Try<'mail'>
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly files: readonly MailFile[]
  readonly madeFor: Viewer | undefined
}

/** Takes up to this many due mails, and gives up those that are no longer useful. */
export async function takeMails(
  tx: TenantTx,
  { secrets, now }: MailContext,
  most: number,
): Promise<TakenMail[]> {
  const time = now()
  const useless = unsentMails.givingUp?.('It expired before it could be sent.', time) ?? {}
  await sql`update mail set ${assigned(useless)}
    where ${isDue(unsentMails, at(time))} and useless_from <= ${time}`.execute(tx)
  const unwanted = unsentMails.givingUp?.('Its recipient can no longer sign in.', time) ?? {}
  await sql`update mail set ${assigned(unwanted)}
    where ${isDue(unsentMails, at(time))} and for_user_id is not null and not exists (
      select from tenant_user person where person.tenant_id = mail.tenant_id and person.id = mail.for_user_id
        and ${isActive('person')})`.execute(tx)
  return (await takeDue(tx, unsentMails, most, time)).map(({ row, tried }) => ({
    id: row.id,
    tried,
    to: row.recipient,
    subject: row.subject,
    text: secrets.unseal(row.text_sealed ?? Buffer.alloc(0), placeOf(row.tenant_id, row.id)).toString(),
    files: row.files_sealed
      ? unpacked(secrets.unseal(row.files_sealed, filesPlaceOf(row.tenant_id, row.id)))
      : [],
    madeFor: row.for_user_id && row.made_for ? viewerOf(row.for_user_id, row.made_for) : undefined,
  }))
}

const viewerOf = (
  userId: UserId,
  { scope, permissions, readsUnderPseudonyms }: NonNullable<Row<'mail'>['made_for']>,
): Viewer => ({
  userId,
  scope,
  permissions: new Set(permissions),
  ...(readsUnderPseudonyms && { readsUnderPseudonyms }),
})

const packed = (files: readonly MailFile[]) =>
  Buffer.from(
    JSON.stringify(
      files.map(({ bytes, ...file }) => ({ ...file, bytes: Buffer.from(bytes).toString('base64') })),
    ),
  )

const unpacked = (bytes: Uint8Array): MailFile[] =>
  (JSON.parse(Buffer.from(bytes).toString()) as { name: string; contentType: string; bytes: string }[]).map(
    (file) => ({ ...file, bytes: Buffer.from(file.bytes, 'base64') }),
  )

/**
 * Confirms the lease before the bytes of a mail are sent, so that a worker that slept through its lease does not send a mail that
 * another worker has sent meanwhile. False if another worker has it by now.
 */
export async function holdMail(tx: TenantTx, { tried }: TakenMail, now: Date): Promise<boolean> {
  return (await prolong(tx, tried, now)) !== undefined
}

/** Records that the mail server accepted it, and erases its text. */
export async function finishMail(tx: TenantTx, { tried }: TakenMail, now: Date): Promise<void> {
  await settle(tx, tried, { done: { ...finished('sent', now), reason: null } }, now)
}

/**
 * Records that it was not sent, usually because the mail server did not accept it.
 * @param problem Whether another attempt may succeed, and why this one failed.
 */
export async function failMail(
  tx: TenantTx,
  { tried }: TakenMail,
  { lasting, reason }: { readonly lasting: boolean; readonly reason: string },
  now: Date,
): Promise<Settled> {
  return settle(tx, tried, { failed: reason, lasting }, now)
}

/** Another mail may have the key of this one, which was not sent. */
export async function releaseKey(tx: TenantTx, { id }: TakenMail): Promise<void> {
  await tx.updateTable('mail').set({ dedupe_key: null }).where('id', '=', id).execute()
}

const reasonText = (reason: string) => oneLine(reason).slice(0, 500)

const finished = (state: 'sent' | 'failed', at: Date) => ({
  state,
  text_sealed: null,
  files_sealed: null,
  lease_until: null,
  finished_at: at,
})

/** The place that a mail text is sealed for. */
export function placeOf(tenantId: TenantId, id: MailId) {
  return { tenantId, table: 'mail', id }
}

/** The place that the files of a mail are sealed for. */
export function filesPlaceOf(tenantId: TenantId, id: MailId) {
  return { tenantId, table: 'mail.files', id }
}

/** A header value of several lines would become several headers, and a name of several lines could pass for the product’s own words. */
export const oneLine = (text: string) => text.replace(/\s*[\r\n]+\s*/g, ' ').trim()
