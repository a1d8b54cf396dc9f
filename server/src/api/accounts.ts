import { exportCoverage, getAccountCoverage } from '@verbatim/contract/account-coverage.ts'
import { getChannelAccount, listChannelAccounts, updateChannelAccount } from '@verbatim/contract/accounts.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { redriveChannelAccount, redriveChannelAccounts } from '@verbatim/contract/redrive-calls.ts'
import type { FastifyInstance } from 'fastify'
import { expectOfAccount } from '#domains/accounts/commands.ts'
import { findAccountHealth, findAccountIds, requireAccountDetail } from '#domains/accounts/health-queries.ts'
import { createExport } from '#domains/exports/commands.ts'
import { Failure } from '#kernel/failure.ts'
import { announce } from '#platform/changes.ts'
import { route } from '#platform/http/route.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { findAbsentPhone } from '#flows/gaps/warn-of-phones.ts'
import { coverageOf } from '#flows/reconcile/coverage.ts'
import { redrive } from '#flows/capture/redrive.ts'

interface HealthContext {
  readonly publicBaseUrl: string
  readonly now: () => Date
}

/** Capture health: the accounts with their counters, quarantined records, refusals, and redrive. */
export function channelAccountRoutes(app: FastifyInstance, { publicBaseUrl, now }: HealthContext): void {
  const webhooks = {
    webhookUrlOf: (account: Parameters<typeof webhookUrlOf>[1]) => webhookUrlOf(publicBaseUrl, account),
  }
  route(app, listChannelAccounts, ({ actor, query, read }) =>
    read((tx) => findAccountHealth(tx, actor.scope, { ...webhooks, query }, now())),
  )
  route(app, getChannelAccount, ({ actor, params: { id }, read }) =>
    read(async (tx) => {
      const account = await requireAccountDetail(tx, actor.scope, { ...webhooks, id }, now())
      const absentPhone = await findAbsentPhone(tx, account, now())
      return { ...account, ...(absentPhone && { absentPhone }) }
    }),
  )
  route(app, getAccountCoverage, ({ actor, params: { id }, read }) =>
    read((tx) => coverageOf(tx, actor.scope, id, now())),
  )
  route(app, updateChannelAccount, ({ actor, params: { id }, body: { expectedHours }, commit }) =>
    commit(async (tx) => {
      await requireAccountDetail(tx, actor.scope, { ...webhooks, id }, now())
      await expectOfAccount(tx, actor, { id, expectedHours }, now())
      return { id, expectedHours }
    }),
  )
  route(
    app,
    exportCoverage,
    ({ actor, query, body: { format }, commit }) =>
      commit(async (tx) => {
        if (query.accountId) await coverageOf(tx, actor.scope, query.accountId, now())
        const asked = { kind: 'coverage', format, question: givenOf(query) }
        const exportId = await createExport(tx, actor, asked, now())
        await announce(tx, ['audit'])
        return { exportId }
      }),
    { status: 202 },
  )
  route(app, redriveChannelAccount, ({ actor, params: { id }, body: { recordIds }, commit }) =>
    commit(async (tx) => {
      await requireAccountDetail(tx, actor.scope, { ...webhooks, id }, now())
      const [redriven] = await redrive(tx, actor, { accountIds: [id], recordIds }, now())
      return { redriven: redriven?.records ?? 0 }
    }),
  )
  route(app, redriveChannelAccounts, ({ actor, query, body, commit }) =>
    commit(async (tx) => {
      const asked = body.ids ? { query: { filter: [] }, ids: body.ids } : { query }
      const found = await findAccountIds(tx, actor.scope, asked, now())
      if (body.ids?.some((id) => !found.includes(id))) throw new Failure('account.not-found')
      const except: ReadonlySet<AccountId> = new Set(body.except)
      const accountIds = found.filter((id) => !except.has(id))
      const redriven = await redrive(tx, actor, { accountIds }, now())
      return { accounts: redriven.length, redriven: redriven.reduce((sum, { records }) => sum + records, 0) }
    }),
  )
}

const givenOf = (query: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
