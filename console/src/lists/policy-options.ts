/** Apart from the other options: the first list has none of policies, and would load all of their contract. */
import { getPolicy, listPolicies } from '@verbatim/contract/policies.ts'
import { nameOf, optionSource, soughtOptions } from './sought-options.ts'

export const policySource = optionSource({ key: ['policies'], call: listPolicies, one: getPolicy }, nameOf)

export const soughtPolicies = soughtOptions(policySource)
