/** Test messages are sent to accounts, as others write to them, and must arrive. Source: docs/rules/channels.md. */
import { randomBytes } from 'node:crypto'
import type { CanaryProblem } from '@verbatim/contract/canaries.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { CanaryOutcome, ChannelVariables } from '#channels/provider-calls.ts'
import { findConnector } from '#channels/registry.ts'
import { settleCanary, type TakenCanary, takeCanaries } from '#domains/accounts/canaries.ts'
import type { Account } from '#domains/accounts/queries.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { callLimits } from '#flows/collect/limits.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import { canarySubject, canaryText } from '#kernel/canary.ts'
import { announce } from '#platform/changes.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { DbContext } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { MailRefused, type MailSender } from '#platform/mail-sender.ts'

export interface CanaryContext extends DbContext {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly config: { readonly MAIL_FROM: string }
  readonly log: Log
}

/** Accounts of one organization at once. */
const batch = 8

/**
 * Sends due test messages, and opens gaps for those that are missing.
 * @param mailSender Undefined where no mail server is configured.
 * @returns How many accounts were taken.
 */
export function sendCanaries(
  ctx: CanaryContext,
  mailSender: MailSender | undefined,
  tenantId: TenantId,
): Promise<number> {
  const { db, now } = ctx
  return askAccounts(db, tenantId, {
    async take(tx) {
      const reference = () => randomBytes(16).toString('hex')
      const { taken, missing, toSend } = await takeCanaries(tx, reference, now(), batch)
      if (missing > 0) await announce(tx, ['accounts'])
      return { taken, due: toSend }
    },
    ask: (canary, account) => send(ctx, mailSender, canary, account),
    settle: (tx, canary, result) => settleCanary(tx, canary, result, now()),
    touches: ['accounts'],
  })
}

async function send(
  ctx: CanaryContext,
  mailSender: MailSender | undefined,
  canary: TakenCanary,
  account: Account,
): Promise<'sent' | CanaryProblem> {
  const connector = findConnector(account.channel)
  const text = canaryText(canary.reference)
  try {
    // A release without this capability cannot send what another one was asked for.
    if (!connector?.canary) return 'refused'
    if (connector.canary.by === 'mail') return await mail(ctx, mailSender, { ...canary, text, account })
    const given = toChannelAccount(account, connector, ctx.secrets)
    return resultOf(await connector.canary.send(given, { from: canary.sender ?? '', text }, callLimits(ctx)))
  } catch (error) {
    ctx.log.error({ err: error, accountId: account.id }, 'a test message could not be sent')
    return 'unreachable'
  }
}

function resultOf(outcome: CanaryOutcome): 'sent' | CanaryProblem {
  if (outcome.outcome === 'retry') return 'unreachable'
  return outcome.outcome === 'done' ? 'sent' : outcome.reason
}

/** By no queue: one that waits there for long would be missing without any fault of the account. */
async function mail(
  { config: { MAIL_FROM: address }, now, log }: CanaryContext,
  sender: MailSender | undefined,
  {
    account,
    reference,
    text,
  }: { readonly account: Account; readonly reference: string; readonly text: string },
): Promise<'sent' | CanaryProblem> {
  if (!sender) return 'no-mail-server'
  const messageId = `<${reference}@${address.slice(address.lastIndexOf('@') + 1)}>`
  try {
    const from = { name: 'Verbatim', address }
    await sender.send({ from, to: account.address, subject: canarySubject, text, messageId, date: now() })
    return 'sent'
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ accountId: account.id, reason: error.message }, 'a test message was not taken')
    return error.lasting ? 'mail-refused' : 'unreachable'
  }
}
