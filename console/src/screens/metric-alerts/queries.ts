import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { MetricAlertId } from '@verbatim/contract/ids.ts'
import { listMetricCrossings } from '@verbatim/contract/metric-alerts.ts'

/** When an alert was crossed, requested again while mails are on their way, because the server does not announce it. */
export const crossingsQuery = (api: Api, id: MetricAlertId) =>
  queryOptions({
    queryKey: ['metric-alerts', 'crossings', id],
    queryFn: ({ signal }) => api(listMetricCrossings, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ mail }) => mail?.state === 'queued') ? 5_000 : false,
  })
