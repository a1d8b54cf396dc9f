import { createFileRoute, notFound } from '@tanstack/react-router'
import { listAddress } from '#lists/list-address.ts'
import { readPeriod } from '#screens/metrics/metric-period.ts'
import { MetricsScreen } from '#screens/metrics/MetricsScreen.tsx'
import { dashboardQuery, isMetricTab } from '#screens/metrics/queries.ts'
import { FirstTab } from '#shell/FirstTab.tsx'
import { metricTabs } from '#shell/navigation.ts'

export const Route = createFileRoute('/_shell/metrics/{-$tab}')({
  ...listAddress,
  loader: ({ context: { app, queryClient }, params: { tab }, deps: { period } }) => {
    if (tab === undefined) return
    if (!isMetricTab(tab)) throw notFound()
    void queryClient.prefetchQuery(dashboardQuery(app.api, tab, readPeriod(period).period))
  },
  component: Metrics,
})

function Metrics() {
  const { tab } = Route.useParams()
  return tab !== undefined && isMetricTab(tab) ? (
    <MetricsScreen key={tab} tab={tab} />
  ) : (
    <FirstTab tabs={metricTabs} />
  )
}
