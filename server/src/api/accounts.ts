import { getChannelAccount, listChannelAccounts, updateChannelAccount } from '@verbatim/contract/accounts.ts'
import type { FastifyInstance } from 'fastify'
import { expectOfAccount } from '#domains/accounts/commands.ts'
import { findAccountHealth, requireAccountDetail } from '#domains/accounts/health-queries.ts'
import { route } from '#platform/http/route.ts'
import { arrivalOf } from '#flows/capture/intake/webhook.ts'
import { canaryOf } from '#flows/watch-accounts/canary-setting.ts'
import { findAbsentPhone } from '#flows/watch-accounts/warn-of-phones.ts'
import type { Clock } from '#kernel/clock.ts'

interface HealthContext extends Clock {
  readonly publicBaseUrl: string
}

/** Capture health: the accounts with their counters, gaps, quarantined records and refusals. */
export function channelAccountRoutes(app: FastifyInstance, { publicBaseUrl, now }: HealthContext): void {
  const arrivals = {
    arrivalOf: (account: Parameters<typeof arrivalOf>[1]) => arrivalOf(publicBaseUrl, account),
  }
  route(app, listChannelAccounts, ({ actor, query, read }) =>
    read((tx) => findAccountHealth(tx, actor.scope, { ...arrivals, query }, now())),
  )
  route(app, getChannelAccount, ({ actor, params: { id }, read }) =>
    read(async (tx) => {
      const account = await requireAccountDetail(tx, actor.scope, { ...arrivals, id }, now())
      const absentPhone = await findAbsentPhone(tx, account, now())
      return { ...account, canary: await canaryOf(tx, account), ...(absentPhone && { absentPhone }) }
    }),
  )
  route(app, updateChannelAccount, ({ actor, params: { id }, body: { expectedHours }, commit }) =>
    commit(async (tx) => {
      await requireAccountDetail(tx, actor.scope, { ...arrivals, id }, now())
      await expectOfAccount(tx, actor, { id, expectedHours }, now())
      return { id, expectedHours }
    }),
  )
}
