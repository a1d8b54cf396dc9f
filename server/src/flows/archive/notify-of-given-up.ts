/** Mails that the archive will not get unless people act. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { unarchivedMails } from '#domains/archiving/attempts.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { findSender } from '#domains/organizations/address.ts'
import { findHolders } from '#domains/permissions/holders.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Sending } from './deliver-mail.ts'
import type { Taken } from './settle-mail.ts'

/** Notifies those who manage archiving at once, at most once an hour; the list has every mail that failed. */
export async function notifyOfGivenUp(
  tx: TenantTx,
  ctx: Sending,
  mails: readonly Taken[],
  why: string,
): Promise<void> {
  const { organization, address } = await findSender(tx, ctx.addresses)
  const holders = await findHolders(tx, 'smtp_integration.manage')
  const links = mails.flatMap(({ row: { message_id: id } }) => (id ? [ctx.form.linkOf(id)] : []))
  const text = `Archiving by email for ${organization}. ${why}
You can find it among the failed emails and send it again from there. It keeps its Message-ID.

${[...links, ''].join('\n')}
${address}/organization/smtp-integration
`
  const hour = Math.floor(ctx.now().getTime() / hourMs)
  await queueMails(
    tx,
    ctx,
    holders.map(({ id, email }) => ({
      kind: 'notice',
      to: email,
      forUserId: id,
      subject: 'Archiving: an email was given up',
      text,
      dedupeKey: `${unarchivedMails.name} given up ${hour} ${id}`,
    })),
  )
}
