/** Apart from the other options: the first list has none of policies, and would load all of their contract. */
import { PolicyId } from '@verbatim/contract/ids.ts'
import { getPolicy, listPolicies } from '@verbatim/contract/policies.ts'
import { byText, nameOf, type OptionSource, soughtOptions } from './sought-options.ts'

export const policySource: OptionSource = {
  key: ['policies'],
  async find(api, text, signal) {
    const { items } = await api(listPolicies, { query: byText('name', text) }, signal)
    return { items: items.map(nameOf) }
  },
  get: (api, id, signal) => api(getPolicy, { params: { id: PolicyId.parse(id) }, query: {} }, signal),
}

export const soughtPolicies = soughtOptions(policySource)
