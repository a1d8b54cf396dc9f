/** Finds the field of a policy that a refusal of the server is about. Pure. */
import type { Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { changesOf, type NamedPolicy, type PolicyValues, toValues } from './policy-form.ts'
import { ruleField } from '#screens/policies/rules/rule-form.ts'

const places: Partial<Record<FailureCode, 'name' | 'groups' | 'rules'>> = {
  'policy.name-taken': 'name',
  'policy.needs-group': 'groups',
  'policy.unknown-group': 'groups',
  'policy.rule-kept': 'rules',
  'policy.too-many-rules': 'rules',
}
const rulePlaces: Partial<Record<FailureCode, string>> = {
  'policy.bad-regex': 'pattern',
  'policy.unknown-regex-flag': 'pattern',
  'policy.empty': 'pattern',
  'policy.scope-for-prompts': 'scope',
  'policy.blocks-prompts': 'type',
}

/** The field of a failure; for a rule, the server names its index among the sent rules. */
export function fieldOf({ code, details }: Failure, values: PolicyValues, base: NamedPolicy | undefined) {
  const [field, ofRule, place] = [places[code], rulePlaces[code], details['rule']]
  if (field || !ofRule || typeof place !== 'number') return field
  const sent = base ? changesOf(toValues(base), values).put : values.rules
  const rule = sent[place]
  return rule && ruleField(rule.key, ofRule)
}
