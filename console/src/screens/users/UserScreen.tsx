import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { ErrorPage } from '#shell/ErrorPage.tsx'
import { useApi } from '#shell/use-house.ts'
import { userQuery } from './queries.ts'
import { type Side, useUsersAddress } from './sides.ts'
import { UserEditor } from './UserEditor.tsx'

/** One user over the list. */
export function UserScreen({ side }: { side: Side }) {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(userQuery(useApi(), side, id))
  const { close } = useUsersAddress(side)
  if (data) return <UserEditor key={id} side={side} latest={data} />
  return (
    <DialogFrame title="User" tabsLabel="User" tabs={[]} current="" isBrief={error !== null} onClose={close}>
      {error ? <ErrorPage error={error} onRetry={() => void refetch()} /> : <Skeleton height={240} />}
    </DialogFrame>
  )
}
