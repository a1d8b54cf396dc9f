import { useQuery } from '@tanstack/react-query'
import type { Policy } from '@verbatim/contract/policies.ts'
import { policyScopeNames } from '@verbatim/contract/policies.ts'
import { groupNamesQuery } from '#lists/group-names.ts'
import { useApi } from '#shell/use-app-context.ts'
import { groupNamer } from './policy-words.ts'

/** The people that a policy applies to: all, or its groups by name. */
export function ScopeWords({ policy: { scope, groupIds } }: { policy: Pick<Policy, 'scope' | 'groupIds'> }) {
  const { data: groups } = useQuery(groupNamesQuery(useApi()))
  if (scope === 'global') return policyScopeNames.global
  return <bdi>{groupIds.map(groupNamer(groups)).join(', ')}</bdi>
}
