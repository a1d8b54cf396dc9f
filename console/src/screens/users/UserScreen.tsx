import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PendingDialog } from '#editor/PendingDialog.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { userQuery } from './queries.ts'
import { type Side, useUsersAddress } from './sides.ts'
import { UserEditor } from './UserEditor.tsx'

/** One user over the list. */
export function UserScreen({ side }: { side: Side }) {
  const { id = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(userQuery(useApi(), side, id))
  const { close } = useUsersAddress(side)
  if (data) return <UserEditor key={id} side={side} latest={data} />
  return <PendingDialog title="User" error={error} onRetry={() => void refetch()} onClose={close} />
}
