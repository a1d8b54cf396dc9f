import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { insightProvidersList } from '#screens/insight-providers/insight-providers.tsx'
import { providerEditor } from '#screens/insight-providers/provider-editor.tsx'

export const Route = createFileRoute('/_shell/organization/insight-providers/{-$id}')({
  ...listAddress,
  loader: nounLoader(insightProvidersList, providerEditor),
  component: () => (
    <NounScreen editor={providerEditor}>
      <ListScreen list={insightProvidersList} />
    </NounScreen>
  ),
})
