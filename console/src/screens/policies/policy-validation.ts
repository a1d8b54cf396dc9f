/** Where what was written is wrong, and in which words: by the contract before saving, by the server's code after. */
import type { Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { groupsMessage, needsGroups, PolicyFields } from '@verbatim/contract/policies.ts'
import { RuleDraft } from '@verbatim/contract/policy-rules.ts'
import type { PolicyValues } from './policy-form.ts'
import { type RuleValues, toRuleDraft } from './rule-form.ts'

/** Words by field: `name`, `groupIds`, `rules`, or a rule's own by `ruleField`. */
export type PolicyErrors = Readonly<Record<string, string>>

export const ruleField = (key: string, field: string) => `rules.${key}.${field}`

const Fields = PolicyFields.refine(needsGroups, groupsMessage)

/** Everything that the contract would refuse. */
export function validatePolicy(values: PolicyValues): PolicyErrors {
  return { ...validateFields(values), ...validateRules(values.rules) }
}

function validateFields(values: PolicyValues): PolicyErrors {
  const { rules: _, ...fields } = values
  const { error } = Fields.safeParse(fields)
  return firstWords(error?.issues.map(({ path, message }) => [String(path[0]), message]))
}

export function validateRules(rules: readonly RuleValues[]): PolicyErrors {
  return firstWords(rules.flatMap(issuesOf))
}

type Issues = readonly [field: string, message: string][]
const known = new WeakMap<RuleValues, Issues>()

/** A rule is checked once for as long as nobody touches it: a policy may have thousands. */
function issuesOf(rule: RuleValues): Issues {
  const before = known.get(rule)
  if (before) return before
  const { error } = RuleDraft.safeParse(toRuleDraft(rule))
  const issues = (error?.issues ?? []).map(({ path, message }): [string, string] => [
    ruleField(rule.key, path.slice(0, 2).join('.')),
    message,
  ])
  known.set(rule, issues)
  return issues
}

/** One thing at a time: the first word about each field. */
function firstWords(words: readonly [string, string][] = []): PolicyErrors {
  return Object.fromEntries(words.toReversed())
}

/** The field that a code is about; what is not here is told by a toast. */
const places: Partial<Record<FailureCode, string>> = {
  'policy.name-taken': 'name',
  'policy.needs-group': 'groupIds',
  'policy.unknown-group': 'groupIds',
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

/**
 * The words of a failure beside the field that it is about; none where it is about none.
 * @param placed The keys of the rules that were sent, in their order.
 */
export function errorsOf({ code, message, details }: Failure, placed: readonly string[]): PolicyErrors {
  const field = places[code]
  if (field) return { [field]: message }
  const ofRule = rulePlaces[code]
  const key = typeof details['rule'] === 'number' ? placed[details['rule']] : undefined
  return ofRule && key !== undefined ? { [ruleField(key, ofRule)]: message } : {}
}

/** The tab on which a field stands. */
export const tabOf = (field: string) => (field.startsWith('rules') ? 'rules' : 'details')
