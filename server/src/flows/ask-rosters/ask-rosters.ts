/** Providers are asked what conversations are called and who is in them, where their messages do not say so. Source: docs/decisions/0140. */
import { createHash } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { type RosterQuestion, takeRosterQuestions } from '#domains/messages/roster-questions.ts'
import { askAccounts } from '#flows/ask-accounts/ask-accounts.ts'
import { backlog } from '#flows/capture/backlog.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { type Arrival, keepArrivalsIn } from '#flows/capture/keep.ts'
import { callLimits } from '#flows/collect/limits.ts'
import type { ChannelVariables, RosterOutcome } from '#channels/provider-calls.ts'
import type { ReceivingClock } from '#kernel/clock.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import { settle } from '#platform/work/tries.ts'
import { wake } from '#platform/work/wake.ts'

export interface RosterContext extends DbContext, ReceivingClock {
  readonly secrets: Secrets
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
  readonly config: { readonly PUBLIC_BASE_URL: string }
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
  { conversationKey }: RosterQuestion,
  account: Account,
): Promise<RosterOutcome> | RosterOutcome {
  const connector = findConnector(account.channel)
  if (!connector?.roster || account.status !== 'active' || account.isClosed) return { outcome: 'nothing' }
  const given = toChannelAccount(account, connector, ctx.secrets)
  return connector.roster.ask(given, conversationKey, {
    ...callLimits(ctx),
    now: ctx.now(),
    webhookUrl: webhookUrlOf(ctx.config.PUBLIC_BASE_URL, account) ?? undefined,
    isUnchanged: () => isStillConnected(ctx, account),
  })
}

const isStillConnected = ({ db }: RosterContext, { tenantId, id }: Account) =>
  inTenant(db, tenantId, async (tx) => {
    const [account] = await findAccounts(tx, [id])
    return account?.status === 'active' && !account.isClosed
  })

async function settleQuestion(
  ctx: RosterContext,
  tx: TenantTx,
  question: RosterQuestion,
  outcome: RosterOutcome,
): Promise<void> {
  const now = ctx.now()
  const { tried } = question
  if (outcome.outcome === 'retry') {
    await settle(tx, tried, { failed: outcome.reason, afterMs: outcome.afterMs }, now)
  } else if (outcome.outcome === 'refused') {
    await settle(tx, tried, { failed: outcome.reason, lasting: true }, now)
  } else {
    const rests = { next_at: null, attempts: 0, asked_at: now, problem: null }
    const answer =
      outcome.outcome === 'answered' ? createHash('sha256').update(outcome.body).digest() : undefined
    const settled = await settle(tx, tried, { done: { ...rests, ...(answer && { answer }) } }, now)
    if (
      outcome.outcome === 'answered' &&
      settled === 'done' &&
      !question.answer?.equals(answer ?? Buffer.alloc(0))
    )
      await keepAnswer(ctx, tx, question, outcome)
  }
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
    isAnswer: true,
  }
  await keepArrivalsIn(tx, [arrival], receivedAt)
  await wake(tx, backlog)
}
