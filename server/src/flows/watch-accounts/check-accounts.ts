/** Accounts are looked at again and again, also while nothing arrives. Source: docs/rules/channels.md. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { CheckOutcome } from '#channels/provider-calls.ts'
import { channelsWith, findConnector } from '#channels/registry.ts'
import { isBusy } from '#channels/unanswered.ts'
import {
  noteAnswered,
  noteDoubt,
  noteUnanswered,
  settleCheck,
  isUnchanged,
} from '#domains/accounts/check-results.ts'
import {
  askedEveryMs,
  type CheckedAccount,
  noteSilence,
  takeChecked,
  waitWithCheck,
} from '#domains/accounts/checks.ts'
import { noteCollections } from '#domains/accounts/captured-until.ts'
import { type Account, findAccounts } from '#domains/accounts/queries.ts'
import { awayAfterMs } from '#domains/accounts/shown-status.ts'
import { noteUndecrypted } from '#domains/accounts/undecrypted-gaps.ts'
import { toChannelAccount } from '#flows/capture/channel-account.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { callLimits } from '#flows/collect/limits.ts'
import { announce } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { askStandings, type StandingContext } from './ask-standings.ts'
import type { GapContext } from './notify-of-gaps.ts'
import { warnOfPhones } from './warn-of-phones.ts'

export interface CheckContext extends GapContext, StandingContext {
  readonly config: { readonly PUBLIC_BASE_URL: string }
}

/** Accounts of one turn; of them, so many providers at once. */
const most = 100
const atOnce = 8

/** Looks at due accounts: whether they are silent, whether they are collected and how far, whether their phones are away, and whether their providers still deliver, also to people through them. */
export async function checkAccounts(ctx: CheckContext, tenantId: TenantId): Promise<number> {
  const { db, now } = ctx
  // Each by itself: what holds an account's connection locks its session before the account.
  const taken = await inTenant(db, tenantId, (tx) => takeChecked(tx, askedChannels(), now(), most))
  if (taken.length === 0) return 0
  const idsOf = (some: readonly CheckedAccount[]) => some.map(({ id }) => id)
  await inTenant(db, tenantId, (tx) => noteSilence(tx, idsOf(taken), now()))
  await inTenant(db, tenantId, (tx) => noteUndecrypted(tx, idsOf(taken), now()))
  await inTenant(db, tenantId, (tx) => noteCollections(tx, idsOf(taken), now()))
  await inTenant(db, tenantId, (tx) => warnOfPhones(tx, ctx, taken))
  await askStandings(ctx, tenantId, taken)
  const found = await inTenant(db, tenantId, (tx) => findAccounts(tx, idsOf(taken.filter(isAsked))))
  const asked = found.flatMap((account) => {
    const checked = taken.find(({ id }) => id === account.id)
    return checked ? [{ checked, account }] : []
  })
  for (let from = 0; from < asked.length; from += atOnce)
    await Promise.all(asked.slice(from, from + atOnce).map((one) => check(ctx, one)))
  return taken.length
}

const askedChannels = () =>
  channelsWith('connection').filter((channel) => findConnector(channel)?.connection?.check !== undefined)

const isAsked = ({ channel, source_id: sourceId, request }: CheckedAccount) =>
  sourceId === null && request === null && askedChannels().includes(channel)

async function check(
  ctx: CheckContext,
  { checked, account }: { readonly checked: CheckedAccount; readonly account: Account },
): Promise<void> {
  const connector = findConnector(account.channel)
  const webhookUrl = webhookUrlOf(ctx.config.PUBLIC_BASE_URL, account)
  if (!connector?.connection?.check || !webhookUrl) return
  try {
    const given = toChannelAccount(account, connector, ctx.secrets)
    const outcome = await connector.connection.check(given, webhookUrl, {
      ...callLimits(ctx),
      now: ctx.now(),
      deliveredAt: checked.delivered_at ?? undefined,
      isUnchanged: () => inTenant(ctx.db, account.tenantId, (tx) => isUnchanged(tx, checked)),
    })
    if (outcome.outcome === 'not-asked') return
    const problem = outcome.outcome === 'refused' ? outcome.reason : undefined
    await inTenant(ctx.db, account.tenantId, async (tx) => {
      const now = ctx.now()
      if (outcome.outcome === 'retry' && outcome.afterMs !== undefined)
        await waitWithCheck(tx, checked.id, new Date(now.getTime() + outcome.afterMs))
      if (isSilence(outcome)) {
        if (!isBusy(outcome)) await noteUnanswered(tx, checked, now)
        if (hasChanged(checked, now)) await announce(tx, ['accounts'])
      } else if (isDoubtful(checked, problem)) await noteDoubt(tx, checked, problem, now)
      else if (await settleCheck(tx, checked, problem, now)) await announce(tx, ['accounts', 'audit'])
      else if (!problem && checked.is_away) await noteAnswered(tx, checked, now)
    })
  } catch (error) {
    ctx.log.error({ err: error, accountId: account.id }, 'an account could not be checked')
  }
}

/** A provider that is away says nothing about what it delivers; nor does another program that answers in its place. */
const isSilence = (outcome: CheckOutcome) =>
  outcome.outcome === 'retry' || (outcome.outcome === 'refused' && outcome.reason === 'not-understood')

/** What people see of it has changed since one of the last looks. */
function hasChanged({ away_since: since }: CheckedAccount, now: Date): boolean {
  const lastsMs = since === null ? 0 : now.getTime() - since.getTime()
  return lastsMs >= awayAfterMs && lastsMs < awayAfterMs + 2 * askedEveryMs
}

/** It may be about to come back, such as a Mac whose Messages starts: it counts if it is still so at the next look. */
const isDoubtful = (
  { problem: before, away_problem: noted }: CheckedAccount,
  problem: ConnectionProblem | undefined,
): problem is 'cannot-receive' => problem === 'cannot-receive' && before === null && noted !== problem
