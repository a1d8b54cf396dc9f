import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PendingDialog } from '#editor/PendingDialog.tsx'
import { openable } from '#failures/openable.ts'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { PolicyEditor } from './policy-editor.tsx'
import { policyPlace } from './policy-form.ts'
import { PolicyView } from './PolicyView.tsx'
import { policyQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/policies/$id')

/** One policy: users with permission change it, others read it; also in an earlier version. */
export function PolicyScreen() {
  const { id } = route.useParams()
  const { version } = route.useSearch()
  const api = useApi()
  const canManage = useCan('policies.manage')
  const { close } = useOverlayAddress(policyPlace.list, policyPlace.path)
  const standing = useQuery(policyQuery(api, id))
  const asked = useQuery({ ...policyQuery(api, id, version), enabled: version !== undefined })
  const isStanding = version === undefined || version === standing.data?.version
  if (isStanding && canManage) return <PolicyEditor />
  const { data, error, refetch } = openable(isStanding ? standing : asked)
  if (data) return <PolicyView policy={data} newest={isStanding ? data.version : standing.data?.version} />
  return (
    <PendingDialog title="Policy" size="large" error={error} onRetry={() => void refetch()} onClose={close} />
  )
}
