/** The owners of accounts, and those who manage them, are notified when messages may be missing, and again with the outcome. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelVariables } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { changeGaps, type DueGap, takeDueGaps } from '#domains/accounts/gaps.ts'
import { type Audited, byVerbatim, changedFields, recordAudits } from '#domains/audit/commands.ts'
import { addItems } from '#domains/inbox/commands.ts'
import { type MailContext, type NewMail, queueMails } from '#domains/mail/commands.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { announce } from '#platform/changes.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { gapMail, type NotedGap } from './gap-mail.ts'
import { newsOf } from './news.ts'
import { findRecipients, type Recipient } from './recipients.ts'

export interface GapContext extends MailContext, DbContext {
  readonly channelVariables: ChannelVariables
  readonly addresses: Addresses
}

/** Gaps of one mail, at most. */
const most = 100

/**
 * Queues the mails about the due gaps of an organization, one for each recipient, about all of their accounts, and adds the items of their
 * inboxes. That and what is remembered of it are one transaction, so a worker that is killed has done both, or neither.
 * @returns How many gaps were looked at.
 */
export function notifyOfGaps(ctx: GapContext, tenantId: TenantId): Promise<number> {
  return inTenant(ctx.db, tenantId, async (tx) => {
    const looked = await lookAtGaps(tx, ctx.now(), ctx.channelVariables)
    await changeGaps(tx, looked)
    const noted = looked.flatMap(({ gap, news }): NotedGap[] => (news ? [{ gap, news }] : []))
    if (noted.length > 0) {
      const accountIds = [...new Set(noted.map(({ gap }) => gap.account_id))]
      const recipients = await findRecipients(tx, accountIds)
      await queueMails(tx, ctx, await toMails(tx, ctx, recipients, noted))
      await addItems(tx, { name: noted[0]?.gap.name ?? '' }, toItems(recipients, noted), ctx.now())
      await recordAudits(tx, byVerbatim, noted.flatMap(toAudited), ctx.now())
      await announce(tx, ['accounts', 'audit'])
    }
    return looked.length
  })
}

/** Takes due gaps: what people are to be notified of, and what is to be remembered. */
export async function lookAtGaps(tx: TenantTx, now: Date, variables: ChannelVariables) {
  const due = await takeDueGaps(tx, now, most)
  return due.map((gap) => ({ gap, ...newsOf(gap, recoveryOf(gap, variables), now) }))
}

function recoveryOf({ channel }: DueGap, variables: ChannelVariables) {
  const connector = findConnector(channel)
  const keepsForMs = connector?.keepsForMs
  return {
    // One that goes back no further than what the provider keeps says nothing more of a gap.
    isListed: connector?.listing !== undefined && connector.listing.reachHours === undefined,
    keepsForMs: typeof keepsForMs === 'function' ? keepsForMs(variables) : keepsForMs,
    givesHistory: connector?.givesHistory,
    forgets: connector?.collection?.forgets,
  }
}

async function toMails(
  tx: TenantTx,
  { addresses }: GapContext,
  recipients: readonly Recipient[],
  noted: readonly NotedGap[],
): Promise<NewMail[]> {
  const { organization, address } = await findSender(tx, addresses)
  return recipients.map((recipient) => {
    const about = noted.filter(({ gap }) => recipient.accounts.has(gap.account_id))
    return {
      ...gapMail({ recipient, organization, address, noted: about }),
      to: recipient.email,
      forUserId: recipient.userId,
      dedupeKey: keyOf(recipient, about),
      ...referenceOf(about.map(({ gap }) => gap.account_id)),
    }
  })
}

/** The trail has each gap that people are notified of: once, although its reason may change, and its end. */
function toAudited({ gap, news }: NotedGap): Audited[] {
  const isOver = news.kind === 'ended'
  if (!isOver && gap.notified_at !== null) return []
  const facts = {
    gap: gap.kind,
    beganAt: gap.began_at.toISOString(),
    ...(gap.problem && { problem: gap.problem }),
    ...(isOver && { endedAt: gap.ended_at?.toISOString(), outcome: news.outcome }),
  }
  const target = { kind: 'account', id: gap.account_id, name: gap.name }
  return [
    {
      ...(isOver ? { type: 'account_gap_ended' } : { type: 'account_gap_noted' }),
      target,
      changes: changedFields({}, facts),
    },
  ]
}

/** For each recipient an item of what lasts, and one of what is over; each shows only what its reader may see of accounts. */
const toItems = (recipients: readonly Recipient[], noted: readonly NotedGap[]) =>
  recipients.flatMap(({ userId, accounts }) =>
    (['gap-lasts', 'gap-over'] as const).flatMap((kind) => {
      const about = noted.filter(
        ({ gap, news }) => accounts.has(gap.account_id) && (news.kind === 'ended') === (kind === 'gap-over'),
      )
      // An account of their own, which they may not see in lists, must not hide the others.
      const managed = about.filter(({ gap }) => accounts.get(gap.account_id)?.mayManage)
      const shown = managed.length > 0 ? managed : about
      const [first] = shown
      const count = new Set(shown.map(({ gap }) => gap.account_id)).size
      return first ? [{ userId, kind, gapId: first.gap.id, accounts: count }] : []
    }),
  )

/** A receipt belongs to the account, if the mail is about one. */
function referenceOf(ids: readonly AccountId[]): Pick<NewMail, 'reference'> {
  const [id, ...others] = new Set(ids)
  return id && others.length === 0 ? { reference: { kind: 'account', id } } : {}
}

/** The same news of a gap is sent once. */
const keyOf = ({ userId }: Recipient, [first]: readonly NotedGap[]) =>
  `gap ${first?.gap.id} ${first?.news.kind} ${first?.gap.problem} ${userId}`
