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
} from '@verbatim/contract/metric-lists.ts'
import type { FastifyInstance } from 'fastify'
import { findAdoptionRate } from '#domains/metrics/adoption.ts'
import { findDigitalContacts } from '#domains/metrics/contacts.ts'
import { findMetricConversations } from '#domains/metrics/conversations.ts'
import { findOverallEngagement } from '#domains/metrics/engagement.ts'
import { findRepresentatives } from '#domains/metrics/representatives.ts'
import { findBursts } from '#domains/metrics/responses.ts'
import { findWaitingClients } from '#domains/metrics/waiting.ts'
import { findWaitingOwners } from '#domains/metrics/waiting-owners.ts'
import { accountDaysOf } from '#flows/reconcile/coverage.ts'
import type { Clock } from '#kernel/clock.ts'
import { periodRoute } from './period-route.ts'

/** The lists of Key Metrics. */
export function metricListRoutes(app: FastifyInstance, { now }: Clock): void {
  for (const [endpoint, kind] of [
    [listActiveRepresentatives, 'active'],
    [listInactiveRepresentatives, 'inactive'],
  ] as const)
    periodRoute(app, now, endpoint, (tx, scope, periods, query) =>
      findRepresentatives(tx, scope, periods, { ...query, kind }),
    )
  periodRoute(app, now, listRepresentatives, findRepresentatives)
  periodRoute(app, now, listBursts, findBursts)
  periodRoute(app, now, getAdoptionRate, findAdoptionRate)
  periodRoute(app, now, listDigitalContacts, findDigitalContacts)
  periodRoute(app, now, getOverallEngagement, findOverallEngagement)
  periodRoute(app, now, listMetricConversations, findMetricConversations)
  periodRoute(app, now, listAccountDays, accountDaysOf)
  periodRoute(app, now, listWaitingOwners, findWaitingOwners)
  periodRoute(app, now, listWaitingClients, findWaitingClients)
}
