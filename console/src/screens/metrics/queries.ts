import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import {
  burstKinds,
  contactKinds,
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
  noOwner,
  representativeKinds,
} from '@verbatim/contract/dashboards.ts'
import { channels } from '@verbatim/contract/channels.ts'
import { dayStates } from '@verbatim/contract/account-coverage.ts'
import { AccountId, UserId } from '@verbatim/contract/ids.ts'
import {
  type Dashboard,
  getComplianceMetrics,
  getDigitalMetrics,
  getMetrics,
  getSalesMetrics,
} from '@verbatim/contract/metrics.ts'
import { listReviewerLoads, listSupervisedPolicies } from '@verbatim/contract/supervision.ts'
import { periodQuery } from './metric-period.ts'
import type { RowsState } from './rows-address.ts'

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

/** What all lists are asked, without the page. */
export const askedOf = (period: string, { sort, search }: RowsState) => ({
  ...periodQuery(period),
  sort,
  ...(search && { search }),
})

const pageOf = (period: string, state: RowsState) => ({
  ...askedOf(period, state),
  limit: state.size,
  skip: (state.page - 1) * state.size,
})

export const representativesQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'representatives', period, state],
    queryFn: ({ signal }) => {
      const query = pageOf(period, state)
      const kind = representativeKinds.find((one) => one === state.rows)
      if (kind) return api(listRepresentatives, { query: { ...query, kind } }, signal)
      const call = state.rows === 'inactive' ? listInactiveRepresentatives : listActiveRepresentatives
      return api(call, { query }, signal)
    },
    placeholderData: keepPreviousData,
  })

export const burstsQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'bursts', period, state],
    queryFn: ({ signal }) =>
      api(listBursts, { query: { ...pageOf(period, state), kind: burstKindOf(state) } }, signal),
    placeholderData: keepPreviousData,
  })

/** An address that names no kind asks for all. */
export const burstKindOf = ({ of }: RowsState) => burstKinds.find((kind) => kind === of) ?? 'all'

export const waitingQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'waiting', period, state],
    queryFn: ({ signal }) =>
      api(listWaitingClients, { query: { ...pageOf(period, state), ...ownerOf(state) } }, signal),
    placeholderData: keepPreviousData,
  })

/** An address that names no representative asks for all. */
export function ownerOf({ of }: RowsState): { owner?: UserId | typeof noOwner } {
  if (of === noOwner) return { owner: noOwner }
  const owner = UserId.safeParse(of)
  return owner.success ? { owner: owner.data } : {}
}

export const waitingOwnersQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'waiting-owners', period, state],
    queryFn: ({ signal }) => api(listWaitingOwners, { query: pageOf(period, state) }, signal),
    placeholderData: keepPreviousData,
  })

export const accountDaysQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'account-days', period, state],
    queryFn: ({ signal }) =>
      api(
        listAccountDays,
        { query: { ...pageOf(period, state), ...stateOf(state), ...narrowingOf(state) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export function stateOf({ rows }: RowsState) {
  const state = dayStates.find((one) => one === rows)
  return state && { state }
}

/** Days of one account, by its ID, or of some channels. */
export function narrowingOf({ of }: RowsState) {
  const account = AccountId.safeParse(of)
  if (account.success) return { account: account.data }
  return of === undefined ? {} : { channel: of }
}

export const policiesQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'policies', period, state],
    queryFn: ({ signal }) => api(listSupervisedPolicies, { query: pageOf(period, state) }, signal),
    placeholderData: keepPreviousData,
  })

export const reviewersQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'reviewers', period, state],
    queryFn: ({ signal }) => api(listReviewerLoads, { query: pageOf(period, state) }, signal),
    placeholderData: keepPreviousData,
  })

export const contactsQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'contacts', period, state],
    queryFn: ({ signal }) =>
      api(
        listDigitalContacts,
        { query: { ...pageOf(period, state), kind: kindOf(state), channel: channelOf(state) } },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

export const kindOf = ({ rows }: RowsState) => contactKinds.find((kind) => kind === rows) ?? 'all'
export const channelOf = ({ of }: RowsState) => channels.find((channel) => channel === of)

export const conversationsQuery = (api: Api, period: string, state: RowsState) =>
  queryOptions({
    queryKey: ['metrics', 'conversations', period, state],
    queryFn: ({ signal }) => api(listMetricConversations, { query: pageOf(period, state) }, signal),
    placeholderData: keepPreviousData,
  })
