import { dayMs } from '@verbatim/contract/durations.ts'
import { metricAlertCalls } from '@verbatim/contract/metric-alerts.ts'
import { reportScheduleCalls } from '@verbatim/contract/report-schedules.ts'
import { dashboardUrl } from '#testing/embedded-frames.ts'
import { api, type Fixtures, fresh, type Things } from './things.ts'

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** With the day on which the things of the crawl were made. */
const period = ({ madeAt }: Things) =>
  `date-from=${dayOf(Date.parse(madeAt) - 30 * dayMs)}&date-to=${dayOf(Date.parse(madeAt))}`

const ofPeriod = (path: string) => ({
  [`GET ${path}`]: (things: Things) => ({ url: `${path}?${period(things)}` }),
})

const rowsOf = (path: string) => ({
  ...ofPeriod(path),
  [`POST ${path}/export`]: (things: Things) => ({
    url: `${path}/export?${period(things)}`,
    body: { format: 'xlsx' },
    status: 202,
  }),
})

const fileOfTab = (tab: string) => ({
  [`GET /bff/metrics/${tab}/file`]: (things: Things) => ({
    url: `/bff/metrics/${tab}/file?format=xlsx&${period(things)}`,
  }),
})

const feeling = (path: string): Fixtures => ({
  [`POST ${path}`]: ({ themeId: id }) => ({ url: path, body: { id } }),
})

const insightOf = (things: Things) => `/bff/insights/${things.usual['/bff/insights']?.id}`
const tile = (metric: string, by: string, filter: object, y: number) => ({
  id: by,
  kind: 'table',
  metric,
  by,
  filter,
  place: { x: 0, y, w: 6, h: 4 },
})

/** Insights and their providers, beside their usual calls. */
export const insightFixtures: Fixtures = {
  // Where no provider can be asked, of an insight that is built here: it has no such address.
  'GET /bff/reports/dashboard-url': (things) => ({
    url: dashboardUrl(things.embeddedInsightId ?? things.usual['/bff/insights']?.id),
    ...(things.embeddedInsightId === undefined && { status: 409 }),
  }),
  [`POST ${api}/insight-providers/test`]: ({ usual }) => ({
    url: `${api}/insight-providers/test`,
    body: {
      id: usual[`${api}/insight-providers`]?.id,
      name: 'Tried',
      kind: 'metabase',
      address: 'https://127.0.0.1',
      secret: 'secret',
      apiKey: 'key',
    },
  }),
  'GET /bff/insights/menu': () => ({ url: '/bff/insights/menu' }),
  'GET /bff/insights/:id/figures': (things) => ({ url: `${insightOf(things)}/figures?${period(things)}` }),
  'GET /bff/insights/:id/file': (things) => ({
    url: `${insightOf(things)}/file?format=xlsx&${period(things)}`,
  }),
  'POST /bff/insights/preview': (things) => ({
    url: `/bff/insights/preview?${period(things)}`,
    body: {
      definition: {
        tiles: [
          tile('messages', 'group', { group: [things.groupId] }, 0),
          tile('events-raised', 'policy', { policy: [things.policyId] }, 4),
        ],
      },
    },
  }),
  'GET /bff/insights/:id/removal': (things) => ({ url: `${insightOf(things)}/removal` }),
  'GET /bff/insights/:id/versions': (things) => ({ url: `${insightOf(things)}/versions` }),
  'POST /bff/insights/:id/versions/:version/restore': (things) => ({
    url: `${insightOf(things)}/versions/1/restore`,
    body: {},
  }),
  'POST /bff/insights/:id/duplicate': (things) => ({ url: `${insightOf(things)}/duplicate` }),
  'POST /bff/insights/:id/undo-removal': ({ removedInsightId }) => ({
    url: `/bff/insights/${removedInsightId}/undo-removal`,
  }),
}

const scheduleIn = ({ usual }: Things) => usual[reportScheduleCalls.create.path]?.id

/** Key Metrics and themes: their figures, the lists behind them, and the reports of them. */
export const metricFixtures: Fixtures = {
  ...ofPeriod('/bff/metrics'),
  ...ofPeriod('/bff/metrics/sales'),
  ...ofPeriod('/bff/metrics/digital'),
  ...ofPeriod('/bff/metrics/compliance'),
  ...ofPeriod('/bff/cognitive-compliance'),
  ...fileOfTab('organization'),
  ...fileOfTab('sales'),
  ...fileOfTab('digital'),
  ...fileOfTab('compliance'),
  ...ofPeriod('/bff/categories/metrics'),
  ...rowsOf('/bff/dashboards/sales/representatives'),
  ...rowsOf('/bff/dashboards/sales/active-representatives'),
  ...rowsOf('/bff/dashboards/sales/inactive-representatives'),
  ...ofPeriod('/bff/dashboards/sales/adoption-rate'),
  ...rowsOf('/bff/dashboards/sales/waiting-clients'),
  ...rowsOf('/bff/dashboards/sales/waiting-owners'),
  ...rowsOf('/bff/dashboards/sales/bursts'),
  ...rowsOf('/bff/dashboards/capture/account-days'),
  ...rowsOf('/bff/dashboards/compliance/policies'),
  ...rowsOf('/bff/dashboards/compliance/reviewers'),
  ...rowsOf('/bff/dashboards/digital/contacts'),
  ...ofPeriod('/bff/dashboards/digital/overall-engagement'),
  ...rowsOf('/bff/dashboards/digital/conversations'),
  'GET /bff/api/v1/metric-alerts/:id/crossings': ({ usual }) => ({
    url: `${metricAlertCalls.create.path}/${usual[metricAlertCalls.create.path]?.id}/crossings`,
  }),
  'GET /bff/api/v1/report-schedules/:id/copies': (things) => ({
    url: `/bff/api/v1/report-schedules/${scheduleIn(things)}/copies`,
  }),
  'POST /bff/api/v1/report-schedules/:id/copies': (things) => ({
    url: `/bff/api/v1/report-schedules/${scheduleIn(things)}/copies`,
  }),
  'GET /bff/api/v1/report-subscriptions': () => ({ url: '/bff/api/v1/report-subscriptions' }),
  'PUT /bff/api/v1/report-subscriptions/:id': (things) => ({
    url: `/bff/api/v1/report-subscriptions/${scheduleIn(things)}`,
    body: { isSubscribed: true },
  }),
  ...ofPeriod('/bff/themes/metrics'),
  ...ofPeriod('/bff/themes/lines'),
  'GET /bff/themes/:id': (t) => ({ url: `/bff/themes/${t.themeId}?${period(t)}` }),
  'GET /bff/themes/:id/contacts': (t) => ({ url: `/bff/themes/${t.themeId}/contacts?${period(t)}` }),
  'POST /bff/themes/:themeId/contacts/export': (t) => ({
    url: `/bff/themes/${t.themeId}/contacts/export?${period(t)}`,
    body: { format: 'csv' },
    status: 202,
  }),
  'GET /bff/themes/:id/messages': (t) => ({ url: `/bff/themes/${t.themeId}/messages` }),
  'GET /bff/themes/:id/examples': (t) => ({ url: `/bff/themes/${t.themeId}/examples` }),
  [`GET ${api}/themes`]: () => ({ url: `${api}/themes` }),
  [`GET ${api}/subthemes`]: () => ({ url: `${api}/subthemes` }),
  ...feeling('/bff/themes/like'),
  ...feeling('/bff/themes/dislike'),
  ...feeling('/bff/entities/like'),
  ...feeling('/bff/entities/dislike'),
  'PUT /bff/themes/:id': (t) => ({ url: `/bff/themes/${t.themeId}`, body: { isHidden: true } }),
  'POST /bff/themes/:id/merge': (t) => ({
    url: `/bff/themes/${t.goingThemeId}/merge`,
    body: { into: t.themeId },
  }),
  'POST /bff/themes/:id/split': (t) => ({
    url: `/bff/themes/${t.themeId}/split`,
    body: { subthemeId: t.goingSubthemeId, name: fresh() },
  }),
}
