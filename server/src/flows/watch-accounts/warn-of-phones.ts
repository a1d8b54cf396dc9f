/** Providers end the link of an account whose phone is away for long, so its owner is warned before. */
import { channelNames } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { LinkedPhone } from '#channels/collection.ts'
import { findConnector } from '#channels/registry.ts'
import type { CheckedAccount } from '#domains/accounts/checks.ts'
import { findPhones, findPhoneSeen, noteWarned } from '#domains/accounts/phones.ts'
import { type NewMail, queueMails } from '#domains/mail/commands.ts'
import { greeting, momentText, noReply } from '#domains/mail/words.ts'
import { requireOrganization } from '#domains/organizations/queries.ts'
import type { TenantTx } from '#platform/db.ts'
import { findRecipients, type Recipient } from './recipients.ts'
import type { GapContext } from './notify-of-gaps.ts'

const phoneOf = ({ channel }: Pick<CheckedAccount, 'channel'>): LinkedPhone | undefined =>
  findConnector(channel)?.collection?.phone

/** When the provider ends the link, if the phone has been away for so long that its owner is warned. */
function absenceOf(
  account: Pick<CheckedAccount, 'channel'>,
  seenAt: Date,
  now: Date,
): { readonly endsAt: Date; readonly warnOn: number } | undefined {
  const phone = phoneOf(account)
  const days = (now.getTime() - seenAt.getTime()) / dayMs
  const warnOn = phone?.warnOnDays.findLast((day) => day <= days)
  if (!phone || warnOn === undefined) return undefined
  return { endsAt: new Date(seenAt.getTime() + phone.endsAfterDays * dayMs), warnOn }
}

/** Undefined while the owner's phone is not away for long. */
export async function findAbsentPhone(
  tx: TenantTx,
  account: Pick<CheckedAccount, 'id' | 'channel'>,
  now: Date,
): Promise<{ seenAt: string; endsAt: string } | undefined> {
  const seenAt = phoneOf(account) && (await findPhoneSeen(tx, account.id))
  const absence = seenAt && absenceOf(account, seenAt, now)
  return absence && { seenAt: seenAt.toISOString(), endsAt: absence.endsAt.toISOString() }
}

/** Mails the owners, once on each of the days; the administrators, if an account has no owner. */
export async function warnOfPhones(
  tx: TenantTx,
  ctx: GapContext,
  checked: readonly CheckedAccount[],
): Promise<void> {
  const now = ctx.now()
  const linked = checked.filter((account) => phoneOf(account) !== undefined)
  const phones = await findPhones(
    tx,
    linked.map(({ id }) => id),
  )
  const away = phones.flatMap((phone) => {
    const account = linked.find(({ id }) => id === phone.id)
    const absence = account && absenceOf(account, phone.seen_at, now)
    return absence && absence.warnOn > phone.warned_on ? [{ account, phone, absence }] : []
  })
  if (away.length === 0) return
  const { name: organization } = await requireOrganization(tx)
  const recipients = await findRecipients(
    tx,
    away.map(({ account }) => account.id),
  )
  const mails = away.flatMap(({ account, phone, absence }) => {
    const allowed = recipients.filter(({ accounts }) => accounts.has(account.id))
    const owners = allowed.filter(({ accounts }) => accounts.get(account.id)?.isOwn)
    const words = { account, organization, seenAt: phone.seen_at, endsAt: absence.endsAt }
    return (owners.length > 0 ? owners : allowed).map((recipient) => ({
      ...phoneMail(recipient, words),
      to: recipient.email,
      forUserId: recipient.userId,
      dedupeKey: `phone ${account.id} ${phone.seen_at.toISOString()} ${absence.warnOn} ${recipient.userId}`,
      reference: { kind: 'account', id: account.id } as const,
    }))
  })
  await queueMails(tx, ctx, mails)
  for (const { account, absence } of away) await noteWarned(tx, account.id, absence.warnOn)
}

interface Words {
  readonly account: CheckedAccount
  readonly organization: string
  readonly seenAt: Date
  readonly endsAt: Date
}

function phoneMail(
  { firstName, accounts }: Recipient,
  { account, organization, seenAt, endsAt }: Words,
): Pick<NewMail, 'kind' | 'subject' | 'text'> {
  const channel = channelNames[account.channel]
  const whose = accounts.get(account.id)?.isOwn ? 'your phone' : 'the phone'
  return {
    kind: 'notice',
    subject: `${channel} account “${account.name}”: ${whose} has been offline`,
    text: `${greeting(firstName)}

${organization} captures the ${channel} account “${account.name}”. Verbatim has seen no activity from ${whose} since
${momentText(seenAt)}. If it stays offline, ${channel} ends the link on ${momentText(endsAt)}, and from then on
messages are lost until the account is linked again.

What to do: switch ${whose} on, bring it online, open ${channel} on it and send any message. Verbatim can tell that the
phone is online only when someone uses it. If it has been online all along, the link is not at risk.
${noReply}
`,
  }
}
