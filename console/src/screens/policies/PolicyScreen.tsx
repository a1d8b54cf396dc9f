import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PendingDialog } from '#editor/PendingDialog.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { usePoliciesAddress } from './policies-address.ts'
import { PolicyEditor } from './PolicyEditor.tsx'
import { PolicyView } from './PolicyView.tsx'
import { policyQuery } from './queries.ts'

const route = getRouteApi('/_shell/organization/policies/$id')

/** One policy: to be changed by whoever may, to be read by the others, and as it was on another day. */
export function PolicyScreen() {
  const { id } = route.useParams()
  const { version } = route.useSearch()
  const api = useApi()
  const canManage = useCan('policies.manage')
  const { close } = usePoliciesAddress()
  const standing = useQuery(policyQuery(api, id))
  const asked = useQuery({ ...policyQuery(api, id, version), enabled: version !== undefined })
  const { data, error, refetch } = version === undefined ? standing : asked
  if (data && version !== undefined && version !== standing.data?.version)
    return <PolicyView policy={data} newest={standing.data?.version} />
  if (data)
    return canManage ? (
      <PolicyEditor key={id} latest={data} />
    ) : (
      <PolicyView policy={data} newest={data.version} />
    )
  return <PendingDialog title="Policy" error={error} onRetry={() => void refetch()} onClose={close} />
}
