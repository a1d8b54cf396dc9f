import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DeniedDialog, PendingDialog } from '#editor/PendingDialog.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { NewProfile } from './NewProfile.tsx'
import { ProfileEditor } from './ProfileEditor.tsx'
import { useProfilesAddress } from './profiles-address.ts'
import { profileQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/permission-profiles/$id/{-$tab}')

/** One permission profile over the list. */
export function ProfileScreen() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(profileQuery(useApi(), id))
  const { close } = useProfilesAddress()
  if (data) return <ProfileEditor key={id} latest={data} />
  return (
    <PendingDialog title="Permission profile" error={error} onRetry={() => void refetch()} onClose={close} />
  )
}

/** A permission profile that is not there yet. */
export function NewProfileScreen() {
  const { close } = useProfilesAddress()
  if (useCan('permission_profiles.manage')) return <NewProfile />
  return (
    <DeniedDialog title="New permission profile" permission="permission_profiles.manage" onClose={close} />
  )
}
