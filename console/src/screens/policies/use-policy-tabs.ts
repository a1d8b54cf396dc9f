import { useSearch } from '@tanstack/react-router'
import type { Tab } from '@verbatim/ui/TabBar.tsx'
import { type PolicyTab, PolicyAddress, usePoliciesAddress } from './policies-address.ts'
import type { PolicyErrors } from './policy-validation.ts'
import { tabOf } from './policy-validation.ts'

/** The two tabs of a policy; which one is open is in the address. */
export function usePolicyTabs(
  ruleCount: number,
  version: number | undefined,
  errors: PolicyErrors = {},
): { tab: PolicyTab; tabs: readonly Tab[] } {
  const { tab = 'details' } = PolicyAddress.parse(useSearch({ strict: false }))
  const { hereHref } = usePoliciesAddress()
  const wrong = new Set(Object.keys(errors).map(tabOf))
  return {
    tab,
    tabs: [
      {
        id: 'details',
        label: 'Policy Details',
        href: hereHref({ version }),
        hasProblem: wrong.has('details'),
      },
      {
        id: 'rules',
        label: 'Policy Rules',
        href: hereHref({ version, tab: 'rules' }),
        count: ruleCount,
        hasProblem: wrong.has('rules'),
      },
    ],
  }
}
