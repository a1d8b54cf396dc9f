import {
  getAdoptionRate,
  getOverallEngagement,
  listAccountDays,
  listActiveRepresentatives,
  listBursts,
  listDigitalContacts,
  listInactiveRepresentatives,
  listMetricConversations,
  listRepresentatives,
  listWaitingClients,
  listWaitingOwners,
} from '@verbatim/contract/dashboards.ts'
import type { FastifyInstance } from 'fastify'
import { findDigitalContacts, findOverallEngagement } from '#domains/metrics/contacts.ts'
import { findMetricConversations } from '#domains/metrics/conversations.ts'
import { findPeriods, toMetricPeriod } from '#domains/metrics/period.ts'
import { findAdoptionRate, findRepresentatives } from '#domains/metrics/representatives.ts'
import { findBursts } from '#domains/metrics/responses.ts'
import { findWaitingClients } from '#domains/metrics/waiting.ts'
import { findWaitingOwners } from '#domains/metrics/waiting-owners.ts'
import { accountDaysOf } from '#flows/reconcile/coverage.ts'
import { route } from '#platform/http/route.ts'

/** The lists of Key Metrics. */
export function dashboardRoutes(app: FastifyInstance, { now }: { readonly now: () => Date }): void {
  for (const [endpoint, kind] of [
    [listActiveRepresentatives, 'active'],
    [listInactiveRepresentatives, 'inactive'],
  ] as const)
    route(app, endpoint, ({ actor, query, read }) =>
      read(async (tx) => {
        const periods = await findPeriods(tx, query, now())
        const found = await findRepresentatives(tx, actor.scope, periods, { ...query, kind })
        return { ...toMetricPeriod(periods), ...found }
      }),
    )

  route(app, listRepresentatives, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findRepresentatives(tx, actor.scope, periods, query)) }
    }),
  )

  route(app, listBursts, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findBursts(tx, actor.scope, periods, query)) }
    }),
  )

  route(app, getAdoptionRate, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findAdoptionRate(tx, actor.scope, periods)) }
    }),
  )

  route(app, listDigitalContacts, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findDigitalContacts(tx, actor.scope, periods, query)) }
    }),
  )

  route(app, getOverallEngagement, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findOverallEngagement(tx, actor.scope, periods)) }
    }),
  )

  route(app, listMetricConversations, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return {
        ...toMetricPeriod(periods),
        ...(await findMetricConversations(tx, actor.scope, periods, query)),
      }
    }),
  )

  route(app, listAccountDays, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await accountDaysOf(tx, actor.scope, periods, query)) }
    }),
  )

  route(app, listWaitingOwners, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findWaitingOwners(tx, actor.scope, periods, query)) }
    }),
  )

  route(app, listWaitingClients, ({ actor, query, read }) =>
    read(async (tx) => {
      const periods = await findPeriods(tx, query, now())
      return { ...toMetricPeriod(periods), ...(await findWaitingClients(tx, actor.scope, periods, query)) }
    }),
  )
}
