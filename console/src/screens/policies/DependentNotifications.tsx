import '@verbatim/ui/mantine-later.css'
import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import { listNotifications } from '@verbatim/contract/notifications.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { searchText } from '#shell/search-text.ts'
import { useApi, useCan } from '#shell/use-house.ts'
import { counted } from './policy-words.ts'

/** Says which notifications mail nobody while a policy is disabled. Nothing where none does. */
export function DependentNotifications({ policyId }: { policyId: PolicyId }) {
  const canView = useCan('notifications.view')
  const { data: total = 0 } = useQuery({ ...dependentQuery(useApi(), policyId), enabled: canView })
  if (!canView || total === 0) return null
  const href = `/organization/notifications${searchText({ filter: `policyId[eq]:${policyId}` })}`
  return (
    <Alert color="yellow">
      <Link href={href}>{counted(total, 'notification')}</Link>{' '}
      {total === 1 ? 'depends on this policy and mails' : 'depend on this policy and mail'} nobody while it is
      disabled.
    </Alert>
  )
}

function dependentQuery(api: Api, policyId: PolicyId) {
  return {
    queryKey: ['notifications', 'of policy', policyId],
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const query = { filter: `policyId[eq]:${policyId},status[eq]:enabled`, limit: 1 }
      return (await api(listNotifications, { query }, signal)).total
    },
  }
}
