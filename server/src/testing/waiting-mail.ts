import type { TenantId } from '@verbatim/contract/ids.ts'
import type { WaitingMail } from '@verbatim/contract/mail.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type Db, inTenant } from '#platform/db.ts'

interface Waiting {
  readonly db: Db
  readonly secrets: Secrets
}

/** The mails that wait for a recipient, newest first. */
export async function mailsTo(ctx: Waiting, tenantId: TenantId, to: string): Promise<WaitingMail[]> {
  const mails = await inTenant(ctx.db, tenantId, (tx) => findWaitingMails(tx, ctx.secrets))
  return mails.filter((mail) => mail.to === to)
}

/** The six digits in the latest mail. */
export async function codeMailedTo(ctx: Waiting, tenantId: TenantId, to: string): Promise<string> {
  const [mail] = (await mailsTo(ctx, tenantId, to)).filter(({ kind }) => kind === 'code')
  return /^ {2}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The longer code in the same mail. */
export async function longCodeMailedTo(ctx: Waiting, tenantId: TenantId, to: string): Promise<string> {
  const [mail] = (await mailsTo(ctx, tenantId, to)).filter(({ kind }) => kind === 'code')
  return /^ {2}([a-z]{5}(?:-[a-z]{5}){3})$/m.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The temporary password in the latest mail. */
export async function passwordMailedTo(ctx: Waiting, tenantId: TenantId, to: string): Promise<string> {
  const [mail] = (await mailsTo(ctx, tenantId, to)).filter(({ kind }) => kind === 'invitation')
  return /^Password (\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
}
