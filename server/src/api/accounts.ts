import {
  getAccountCoverage,
  getChannelAccount,
  listChannelAccounts,
  redriveChannelAccount,
  updateChannelAccount,
} from '@verbatim/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { recordAudit } from '#domains/audit/commands.ts'
import { expectOfAccount } from '#domains/accounts/commands.ts'
import { findAccountHealth, requireAccountDetail } from '#domains/accounts/health-queries.ts'
import { route } from '#platform/http/route.ts'
import { webhookUrlOf } from '#flows/capture/intake/webhook.ts'
import { findAbsentPhone } from '#flows/gaps/warn-of-phones.ts'
import { coverageOf } from '#flows/reconcile/coverage.ts'
import { redrive } from '#flows/capture/quarantine.ts'

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
  route(app, redriveChannelAccount, ({ actor, params: { id }, commit }) =>
    commit(async (tx) => {
      const { address: name } = await requireAccountDetail(tx, actor.scope, { ...webhooks, id }, now())
      const count = await redrive(tx, id, now())
      const target = { kind: 'account', id, name }
      const changes = [{ field: 'quarantined', old: count, new: 0 }]
      await recordAudit(tx, actor, { type: 'records_redriven', target, changes }, now())
      return { redriven: count }
    }),
  )
}
