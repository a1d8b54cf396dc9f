import { createFileRoute } from '@tanstack/react-router'
import { listAddress } from '#lists/list-address.ts'
import { InsightsScreen } from '#screens/insights/InsightsScreen.tsx'
import { insightQuery, menuQuery } from '#screens/insights/queries.ts'

export const Route = createFileRoute('/_shell/insights/{-$id}')({
  ...listAddress,
  loader: ({ context: { app, queryClient }, params: { id } }) => {
    void queryClient.prefetchQuery(menuQuery(app.api))
    if (id !== undefined) void queryClient.prefetchQuery(insightQuery(app.api, id))
  },
  component: Insights,
})

function Insights() {
  return <InsightsScreen id={Route.useParams().id} />
}
