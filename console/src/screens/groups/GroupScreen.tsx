import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
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
  return (
    <DialogFrame
      title="Group"
      tabsLabel="Group"
      tabs={[]}
      current=""
      isBrief={error !== null}
      onClose={close}
    >
      {error ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
    </DialogFrame>
  )
}

const forbidden = new Failure('access.denied', { details: { permission: 'groups.manage' } })

/** A group that is not there yet. */
export function NewGroupScreen() {
  const { close } = useGroupsAddress()
  if (useCan('groups.manage')) return <NewGroup />
  return (
    <DialogFrame title="New group" tabsLabel="Group" tabs={[]} current="" isBrief onClose={close}>
      <ErrorPage error={forbidden} />
    </DialogFrame>
  )
}
