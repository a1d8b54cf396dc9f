import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getAdoptionRate, getOverallEngagement } from '@verbatim/contract/metric-lists.ts'
import {
  type Dashboard,
  getComplianceMetrics,
  getDigitalMetrics,
  getMetrics,
  getSalesMetrics,
} from '@verbatim/contract/metrics.ts'
import { periodQuery } from './metric-period.ts'

const calls = {
  'organization-overview': getMetrics,
  'sales-effectiveness': getSalesMetrics,
  'digital-engagement': getDigitalMetrics,
  'cognitive-compliance': getComplianceMetrics,
} as const

/** A tab of Key Metrics, as its address names it. */
export type MetricTab = keyof typeof calls

export const isMetricTab = (name: string): name is MetricTab => Object.hasOwn(calls, name)

/** Figures say when they were counted; an open page counts again after a while. */
const againAfterMs = 300_000

/** A tab's figures. Those of the former period stay visible while the next are counted. */
export const dashboardQuery = (api: Api, tab: MetricTab, period: string) =>
  queryOptions({
    queryKey: ['metrics', 'dashboard', tab, period],
    queryFn: ({ signal }): Promise<Dashboard> => api(calls[tab], { query: periodQuery(period) }, signal),
    placeholderData: (before: Dashboard | undefined, query) =>
      query?.queryKey[2] === tab ? before : undefined,
    refetchInterval: againAfterMs,
  })

/** Adoption by day. */
export const adoptionQuery = (api: Api, period: string) =>
  queryOptions({
    queryKey: ['metrics', 'adoption', period],
    queryFn: ({ signal }) => api(getAdoptionRate, { query: periodQuery(period) }, signal),
    placeholderData: keepPreviousData,
  })

/** Engagement by day. */
export const engagementQuery = (api: Api, period: string) =>
  queryOptions({
    queryKey: ['metrics', 'engagement', period],
    queryFn: ({ signal }) => api(getOverallEngagement, { query: periodQuery(period) }, signal),
    placeholderData: keepPreviousData,
  })
