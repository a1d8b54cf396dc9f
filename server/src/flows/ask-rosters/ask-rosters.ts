/** Providers are asked what conversations are called and who is in them, where their messages do not say so. Source: docs/decisions/0140. */
import { createHash } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { nameAlso } from '#domains/messages/conversation-names.ts'
import {
  noteOvertaken,
  type RosterQuestion,
  takeRosterQuestions,
} from '#domains/messages/roster-questions.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { type Arrival, keepArrivalsIn } from '#flows/capture/keep.ts'
import { callLimits } from '#flows/collect/limits.ts'
import type { ChannelVariables, RosterOutcome } from '#channels/provider-calls.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import { keyText } from '#platform/bulk.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'
import { settle } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'

export interface RosterContext extends DbContext, ReceivingClock {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly config: { readonly PUBLIC_BASE_URL: string }
  readonly log: Log
}

/** Few at once: names are beside the messages. */
const batch = 4

/** Asks for due conversations. @returns How many were taken. */
export const askRosters = (ctx: RosterContext, tenantId: TenantId): Promise<number> =>
  askAccounts(ctx.db, tenantId, {
    take: (tx) => takeRosterQuestions(tx, ctx.now(), batch),
    ask: async (question, account) => ask(ctx, question, account),
    settle: (tx, question, outcome) => settleQuestion(ctx, tx, question, outcome),
    touches: [],
  })

/** Only while the account is connected: what its owner does not let us receive any more is not asked for either. */
function ask(
  ctx: RosterContext,
  { conversationId, conversationKey }: RosterQuestion,
  account: Account,
): Promise<RosterOutcome> | RosterOutcome {
  const connector = findConnector(account.channel)
  if (!connector?.roster || account.status !== 'active' || account.isClosed) return { outcome: 'nothing' }
  const given = toChannelAccount(account, connector, ctx.secrets)
  return connector.roster.ask(given, conversationKey, {
    ...callLimits(ctx),
    now: ctx.now(),
    webhookUrl: webhookUrlOf(ctx.config.PUBLIC_BASE_URL, account) ?? undefined,
    isUnchanged: (name) => isStillConnected(ctx, account, { conversationId, name }),
  })
}

/** Its name is kept at once: it is needed to take back what is set, also if there is no answer. */
const isStillConnected = (
  { db }: RosterContext,
  { tenantId, id: accountId }: Account,
  { conversationId, name }: Pick<RosterQuestion, 'conversationId'> & { readonly name: string },
) =>
  inTenant(db, tenantId, async (tx) => {
    const [account] = await findAccounts(tx, [accountId])
    if (account?.status !== 'active' || account.isClosed) return false
    await nameAlso(tx, [{ accountId, alias: keyText(name), conversationId }])
    return true
  })

async function settleQuestion(
  ctx: RosterContext,
  tx: TenantTx,
  question: RosterQuestion,
  outcome: RosterOutcome,
): Promise<void> {
  const now = ctx.now()
  const { tried } = question
  noteRefusal(ctx, question, outcome)
  if (outcome.outcome === 'retry') {
    await settle(tx, tried, { failed: outcome.reason, afterMs: outcome.afterMs }, now)
  } else if (outcome.outcome === 'refused') {
    // What cannot be read passes, as everywhere.
    const lasting = outcome.reason !== 'not-understood'
    await settle(tx, tried, { failed: outcome.reason, lasting }, now)
  } else {
    const rests = { next_at: null, attempts: 0, asked_at: now, problem: problemOf(outcome) }
    const answer =
      outcome.outcome === 'answered' ? createHash('sha256').update(outcome.body).digest() : undefined
    const done = { ...rests, ...(answer && { answer }) }
    // An answer counts also if the question was asked again meanwhile: where much happens, it always is.
    if ((await settle(tx, tried, { done }, now)) === 'lost')
      await noteOvertaken(tx, question.conversationId, { answer, now })
    if (outcome.outcome === 'answered' && !question.answer?.equals(answer ?? Buffer.alloc(0)))
      await keepAnswer(ctx, tx, question, outcome)
  }
}

/** What is wrong although there is an answer. */
const problemOf = (outcome: RosterOutcome): string | null =>
  outcome.outcome === 'answered' ? (outcome.problem ?? null) : null

/** What stays as it is until people change something at the provider. It is logged once: a room is asked about each minute in which something happens. */
function noteRefusal(
  { log }: RosterContext,
  { id: accountId, conversationId, problemBefore }: RosterQuestion,
  outcome: RosterOutcome,
): void {
  const reason = outcome.outcome === 'refused' ? outcome.reason : problemOf(outcome)
  if (reason && reason !== problemBefore)
    log.warn({ accountId, conversationId, reason }, 'a provider refused what was asked of a conversation')
}

/** As a record, which is read like a delivery. The same answer after another one is another record. */
async function keepAnswer(
  ctx: RosterContext,
  tx: TenantTx,
  { id: accountId, channel, conversationId }: RosterQuestion,
  { contentType, headers = {}, body }: Extract<RosterOutcome, { outcome: 'answered' }>,
): Promise<void> {
  const receivedAt = ctx.received()
  const sourceKey = `roster:${conversationId}:${receivedAt.toISOString()}`
  const arrival: Arrival = {
    tenantId: tx.tenantId,
    accountId,
    channel,
    transport: 'poll',
    sourceKey,
    contentType,
    headers,
    remote: undefined,
    bytes: body,
    receivedAt,
    isNoSign: true,
  }
  await keepArrivalsIn(tx, [arrival], receivedAt)
  await wake(tx, backlog)
}
