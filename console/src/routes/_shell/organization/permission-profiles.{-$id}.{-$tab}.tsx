import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { profileEditor } from '#screens/permission-profiles/profile-editor.tsx'
import { profilesList } from '#screens/permission-profiles/profiles-list.tsx'
import { ListScreen } from '#lists/ListScreen.tsx'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/permission-profiles/{-$id}/{-$tab}')({
  ...listAddress,
  loader: nounLoader(profilesList, profileEditor),
  component: () => (
    <NounScreen editor={profileEditor}>
      <ListScreen list={profilesList} />
    </NounScreen>
  ),
})
