import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { getDashboardUrl } from '@verbatim/contract/embedded-insights.ts'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import {
  getInsightFigures,
  getInsightMenu,
  insightCalls,
  type InsightId,
  listInsightVersions,
  previewInsight,
} from '@verbatim/contract/insights.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { reportScheduleCalls } from '@verbatim/contract/report-schedules.ts'
import { oneQuery } from '#lists/one-query.ts'
import { periodQuery } from '#screens/metrics/metric-period.ts'

export const insightQuery = oneQuery(['insights'], insightCalls.get)

export const menuQuery = (api: Api) =>
  queryOptions({
    queryKey: ['insights', 'menu'],
    queryFn: async ({ signal }) => (await api(getInsightMenu, {}, signal)).groups,
  })

/** Figures say when they were counted; an open page counts again after a while. */
const againAfterMs = 300_000

/** The figures of an insight's newest version. Those of the former period stay while the next are counted. */
export const figuresQuery = (api: Api, { id, version }: { id: InsightId; version: number }, period: string) =>
  queryOptions({
    queryKey: ['insights', 'figures', id, version, period],
    queryFn: ({ signal }) => api(getInsightFigures, { params: { id }, query: periodQuery(period) }, signal),
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
    refetchInterval: againAfterMs,
  })

/** The figures of tiles that are not saved. Their places and their titles change none. */
export function previewQuery(api: Api, tiles: readonly Tile[], days: number) {
  const counted = tiles
    .flatMap((tile) => (tile.kind === 'text' ? [] : [{ ...tile, title: undefined }]))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map((tile, y) => ({ ...tile, place: { x: 0, y, w: 2, h: 1 } }))
  return queryOptions({
    queryKey: ['insights', 'preview', days, counted],
    queryFn: ({ signal }) =>
      api(
        previewInsight,
        { query: { days }, body: { definition: { usualDays: days, tiles: counted } } },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: againAfterMs,
  })
}

/**
 * A new address of an embedded insight for each opening. It is used once, so it is neither kept nor asked for again by itself, nor
 * when other insights change.
 */
export const dashboardUrlQuery = (api: Api, id: InsightId, opening: number) =>
  queryOptions({
    queryKey: ['embedded-insights', id, opening],
    queryFn: ({ signal }) => api(getDashboardUrl, { query: { 'dashboard-id': id } }, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })

export const versionsQuery = (api: Api, id: InsightId) =>
  queryOptions({
    queryKey: ['insights', 'versions', id],
    queryFn: async ({ signal }) => (await api(listInsightVersions, { params: { id } }, signal)).items,
  })

/** The most schedules that an insight's page lists. */
const mostSchedules = 50

/** The scheduled reports that show an insight. */
export const schedulesQuery = (api: Api, id: InsightId) =>
  queryOptions({
    queryKey: ['report-schedules', 'of insight', id],
    queryFn: async ({ signal }) => {
      const filter = [{ field: 'insightId', operator: 'eq' as const, values: [id] }]
      const query = formatListQuery({ limit: mostSchedules, filter })
      return (await api(reportScheduleCalls.list, { query }, signal)).items
    },
  })
