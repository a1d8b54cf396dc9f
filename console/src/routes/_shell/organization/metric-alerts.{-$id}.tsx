import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { alertEditor } from '#screens/metric-alerts/alert-editor.tsx'
import { metricAlertsList } from '#screens/metric-alerts/metric-alerts.tsx'

export const Route = createFileRoute('/_shell/organization/metric-alerts/{-$id}')({
  ...listAddress,
  loader: nounLoader(metricAlertsList, alertEditor),
  component: () => (
    <NounScreen editor={alertEditor}>
      <ListScreen list={metricAlertsList} />
    </NounScreen>
  ),
})
