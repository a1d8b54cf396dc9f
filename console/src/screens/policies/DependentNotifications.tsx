import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { PolicyId } from '@verbatim/contract/ids.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { Link } from '@verbatim/ui/Link.tsx'
import { has, listHref } from '#lists/list-href.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { dependentsQuery, dependentWords } from './dependents.ts'

/** Lists the notifications that send no mail while a policy is disabled. Empty if there are none. */
export function DependentNotifications({ policyId }: { policyId: PolicyId }) {
  const canView = useCan('notifications.view')
  const { data: total = 0 } = useQuery({ ...dependentsQuery(useApi(), policyId), enabled: canView })
  if (!canView || total === 0) return null
  const href = listHref('/organization/notifications', [has('policyId', policyId)], { hasPeriods: false })
  return (
    <Alert color="yellow">
      <Link href={href}>{counted(total, 'notification')}</Link> {dependentWords(total)}
    </Alert>
  )
}
