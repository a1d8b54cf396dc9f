import { useLocation, useNavigate } from '@tanstack/react-router'
import { defaultListState, type ListState, toAddress } from '@verbatim/client/list-state.ts'
import { policyList } from '@verbatim/contract/policies.ts'
import { z } from 'zod'
import { useListAddress } from '#lists/list-address.ts'
import { searchText } from '#lists/search-text.ts'

/** What the address says of an open policy, beside the list's own question. */
export const PolicyAddress = z.object({
  tab: z.enum(['details', 'rules']).optional().catch(undefined),
  /** Another day's policy, to be read only. */
  version: z.coerce.number().int().positive().optional().catch(undefined),
  dialog: z.enum(['import']).optional().catch(undefined),
})
export type PolicyAddress = z.infer<typeof PolicyAddress>
export type PolicyTab = NonNullable<PolicyAddress['tab']>

const listKeys = Object.keys({ ...defaultListState(policyList), search: '', filter: '' })

/** The addresses of policies, each with the question of the list that it lies over. */
export function usePoliciesAddress() {
  const { pathname } = useLocation()
  const { state } = useListAddress(policyList)
  const navigate = useNavigate()
  const asked = Object.entries(toAddress(policyList, state)).filter(([name]) => listKeys.includes(name))
  const question: Partial<ListState> = Object.fromEntries(asked)
  const href = (path: string, address: PolicyAddress = {}) =>
    `${path}${searchText({ ...question, ...address })}`
  return {
    policyHref: (id: string, address?: PolicyAddress) => href(`/organization/policies/${id}`, address),
    /** The open policy otherwise: another tab, another version. */
    hereHref: (address: PolicyAddress) => href(pathname, address),
    close: () => void navigate({ to: '/organization/policies', search: question as never }),
  }
}
