import { createFileRoute, notFound } from '@tanstack/react-router'
import { listAddress } from '#lists/list-address.ts'
import { readPeriod } from '#screens/metrics/metric-period.ts'
import { themeMetricsQuery, themeQuery } from '#screens/themes/queries.ts'
import { themeOrderOf, themeTabOf } from '#screens/themes/theme-tabs.ts'
import { ThemeScreen } from '#screens/themes/ThemeScreen.tsx'
import { ThemesScreen } from '#screens/themes/ThemesScreen.tsx'

export const Route = createFileRoute('/_shell/themes/{-$category}/{-$id}')({
  ...listAddress,
  loader: ({ context: { app, queryClient }, params: { category, id }, deps }) => {
    const tab = themeTabOf(category)
    if (!tab) throw notFound()
    const { period } = readPeriod(deps.period)
    if (id !== undefined)
      return void queryClient.prefetchQuery(themeQuery(app.api, id, { category: tab.category, period }))
    if (deps.filter === undefined)
      void queryClient.prefetchQuery(
        themeMetricsQuery(app.api, {
          category: tab.category,
          view: 'shown',
          order: themeOrderOf(deps.sort),
          period,
        }),
      )
  },
  component: Themes,
})

function Themes() {
  const { category, id } = Route.useParams()
  const tab = themeTabOf(category)
  if (!tab) throw notFound()
  return id === undefined ? (
    <ThemesScreen key={tab.slug} tab={tab} />
  ) : (
    <ThemeScreen key={id} tab={tab} id={id} />
  )
}
