import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { groupEditor } from '#screens/groups/group-editor.tsx'
import { groupsList } from '#screens/groups/groups-list.tsx'
import { ListScreen } from '#lists/ListScreen.tsx'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/groups/{-$id}')({
  ...listAddress,
  loader: nounLoader(groupsList, groupEditor),
  component: () => (
    <NounScreen editor={groupEditor}>
      <ListScreen list={groupsList} />
    </NounScreen>
  ),
})
