import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
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
    <DialogFrame
      title="Permission profile"
      tabsLabel="Permission profile"
      tabs={[]}
      current=""
      isBrief={error !== null}
      onClose={close}
    >
      {error ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
    </DialogFrame>
  )
}

const forbidden = new Failure('access.denied', { details: { permission: 'permission_profiles.manage' } })

/** A permission profile that is not there yet. */
export function NewProfileScreen() {
  const { close } = useProfilesAddress()
  if (useCan('permission_profiles.manage')) return <NewProfile />
  return (
    <DialogFrame
      title="New permission profile"
      tabsLabel="Permission profile"
      tabs={[]}
      current=""
      isBrief
      onClose={close}
    >
      <ErrorPage error={forbidden} />
    </DialogFrame>
  )
}
