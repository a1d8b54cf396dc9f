import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DeniedDialog, PendingDialog } from '#editor/PendingDialog.tsx'
import { useApi, useCan } from '#shell/use-house.ts'
import { GroupEditor, NewGroup } from './GroupEditor.tsx'
import { useGroupsAddress } from './groups-address.ts'
import { groupQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/groups/$id')

/** One group over the list. */
export function GroupScreen() {
  const { id } = route.useParams()
  const { data, error, refetch } = useQuery(groupQuery(useApi(), id))
  const { close } = useGroupsAddress()
  if (data) return <GroupEditor key={id} latest={data} />
  return <PendingDialog title="Group" error={error} onRetry={() => void refetch()} onClose={close} />
}

/** A group that is not there yet. */
export function NewGroupScreen() {
  const { close } = useGroupsAddress()
  if (useCan('groups.manage')) return <NewGroup />
  return <DeniedDialog title="New group" permission="groups.manage" onClose={close} />
}
