import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { insightEditor } from '#screens/insights/insight-editor.tsx'
import { insightsList } from '#screens/insights/insights-list.tsx'
import { ListScreen } from '#lists/ListScreen.tsx'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/insights/{-$id}')({
  ...listAddress,
  loader: nounLoader(insightsList, insightEditor),
  component: () => (
    <NounScreen editor={insightEditor}>
      <ListScreen list={insightsList} />
    </NounScreen>
  ),
})
