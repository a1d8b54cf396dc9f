import { queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { ReportScheduleId } from '@verbatim/contract/ids.ts'
import { listReportCopies, listReportSubscriptions } from '@verbatim/contract/report-schedules.ts'

/** The state of the copies, requested again while some are being mailed, because the server does not announce it. */
export const copiesQuery = (api: Api, id: ReportScheduleId) =>
  queryOptions({
    queryKey: ['report-schedules', 'copies', id],
    queryFn: ({ signal }) => api(listReportCopies, { params: { id } }, signal),
    refetchInterval: ({ state: { data } }) =>
      data?.items.some(({ state, mail }) => state === 'waiting' || mail?.state === 'queued') ? 5_000 : false,
  })

/** The reports that the signed-in user gets. */
export const subscriptionsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['report-schedules', 'subscriptions'],
    queryFn: ({ signal }) => api(listReportSubscriptions, {}, signal),
  })
