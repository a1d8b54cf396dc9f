import { useQuery } from '@tanstack/react-query'
import type { Policy } from '@verbatim/contract/policies.ts'
import { policyScopeNames } from '@verbatim/contract/policies.ts'
import { useApi } from '#shell/use-house.ts'
import { groupNamer } from './policy-words.ts'
import { groupsQuery } from './queries.ts'

/** Whom a policy is about: everybody, or its groups by name. */
export function ScopeWords({ policy: { scope, groupIds } }: { policy: Pick<Policy, 'scope' | 'groupIds'> }) {
  const { data: groups } = useQuery(groupsQuery(useApi()))
  if (scope === 'global') return policyScopeNames.global
  return <bdi>{groupIds.map(groupNamer(groups)).join(', ')}</bdi>
}
