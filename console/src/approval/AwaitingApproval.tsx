import { Alert } from '@mantine/core'
import { IconUserCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { searchText } from '@verbatim/client/search-text.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { pendingQuery } from './queries.ts'

/** Shows that a change of this policy or of the organization awaits approval. */
export function AwaitingApproval({ policyId }: { policyId?: string | undefined }) {
  const api = useApi()
  const canView = useCan('policies.view')
  const { data: pending } = useQuery({ ...pendingQuery(api, policyId), enabled: canView })
  if (!pending) return
  const { requestedBy, requestedAt } = pending
  const about = policyId ? `policyId[eq]:${policyId}` : 'kind[eq]:retention'
  return (
    <Alert color="yellow" icon={<IconUserCheck size={16} aria-hidden />} mb="md">
      A change by <bdi>{requestedBy.name}</bdi> awaits approval, sent <Ago at={requestedAt} />.{' '}
      <TextLink href={`/organization/change-requests${searchText({ filter: `state[eq]:pending,${about}` })}`}>
        Show change
      </TextLink>
    </Alert>
  )
}
