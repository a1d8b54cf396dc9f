/** Decides which changes of a policy and its rules are allowed. Pure. */
import type { PolicyAction } from '@verbatim/contract/policies.ts'
import type { RuleChange, RuleDraft, RuleScope, RuleType } from '@verbatim/contract/policy-rules.ts'
import { Failure } from '#kernel/failure.ts'
import { withChanges } from '#kernel/with-changes.ts'
import { BadPattern } from '@verbatim/matcher/regex/bad-pattern.ts'
import { phrasesOf } from '@verbatim/matcher/compiled-rule.ts'
import { compileRegex } from '@verbatim/matcher/regex/regex.ts'

export function blocks(action: PolicyAction): boolean {
  return action !== 'raise'
}

/** A pattern to check before it is saved. */
export interface CheckedPattern {
  readonly type: RuleType
  readonly pattern: string
  /** Its index in the draft, if it is one of several. */
  readonly place?: number
}

/** The patterns that rules or changes of them give, with their places; each with its type. */
export const patternsOf = (rules: readonly Pick<RuleChange, 'type' | 'pattern'>[]): CheckedPattern[] =>
  rules.flatMap(({ type, pattern }, place) =>
    type && pattern !== undefined ? [{ type, pattern, place }] : [],
  )

/**
 * Checks that regexes are valid. This may take seconds and much memory, so those of users are checked in a thread
 * (`flows/judge`), before the transaction that saves them begins.
 * @throws Failure `policy.bad-regex`, `policy.unknown-regex-flag`
 */
export function checkPatterns(rules: readonly CheckedPattern[]): void {
  for (const { type, pattern, place } of rules) {
    if (type === 'regex') named(place, () => checkRegex(pattern))
  }
}

function checkRegex(pattern: string): void {
  try {
    compileRegex(pattern)
  } catch (error) {
    if (!(error instanceof BadPattern)) throw error
    if (error.flag === undefined) throw new Failure('policy.bad-regex', {}, error)
    throw new Failure('policy.unknown-regex-flag', { flag: error.flag }, error)
  }
}

/**
 * Checks a rule, apart from its regex, for a policy with this `action`.
 * @throws Failure `policy.empty`, `policy.blocks-prompts`, `policy.scope-for-prompts`
 */
export function checkRule(
  rule: { readonly type: RuleType; readonly pattern: string; readonly scope: RuleScope },
  action: PolicyAction,
): void {
  if (rule.type === 'phrase' && phrasesOf(rule.pattern).length === 0) {
    throw new Failure('policy.empty', { field: 'pattern' })
  }
  if (rule.type === 'prompt' && blocks(action)) throw new Failure('policy.blocks-prompts')
  if (rule.type !== 'prompt' && rule.scope === 'conversation') throw new Failure('policy.scope-for-prompts')
}

/**
 * The same for the rules of a draft; the failure names the rule by its index in `rule`.
 * @throws Failure as `checkRule`
 */
export function checkRules(rules: readonly Parameters<typeof checkRule>[0][], action: PolicyAction): void {
  for (const [place, rule] of rules.entries()) named(place, () => checkRule(rule, action))
}

/** For one of several rules, the failure names which. */
export function named<T>(place: number | undefined, check: () => T): T {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof Failure) || place === undefined) throw error
    throw new Failure(error.code, { ...error.details, rule: place }, error)
  }
}

/**
 * A rule with the fields that a change names.
 * @throws Failure `policy.empty` for another type without a pattern, because a pattern was checked as one of its type
 */
export function ruleAfter(before: RuleDraft, change: RuleChange): RuleDraft {
  // A name that was derived from the pattern follows it.
  const isDerived = before.name === nameOfRule({ name: '', pattern: before.pattern })
  const changed = withChanges(isDerived ? { ...before, name: '' } : before, change)
  const after = { ...changed, name: nameOfRule(changed) }
  if (after.type === before.type) return after
  if (change.pattern === undefined) throw new Failure('policy.empty', { field: 'pattern' })
  // Only phrases have it, so a rule that becomes one has it as a new one does.
  return { ...after, alsoDisguised: change.alsoDisguised ?? true }
}

/** What decides how much a rule of a file finds, besides its pattern. */
type Reach = Pick<RuleDraft, 'type' | 'scope' | 'alsoDisguised'>

/** A rule that finds what it found, and what `other` finds: it is examined where either is, and in disguise if either is. */
export function widest<T extends Reach>(rule: T, other: Reach): T {
  const scope = rule.scope === other.scope ? rule.scope : 'message_and_attachment'
  return { ...rule, scope, alsoDisguised: rule.alsoDisguised || other.alsoDisguised }
}

/** Only a phrase is found in disguise. */
export const reachesAlike = (one: Reach, other: Reach): boolean =>
  one.scope === other.scope && (one.type !== 'phrase' || one.alsoDisguised === other.alsoDisguised)

/** A rule's name if it was given none: the start of its pattern. */
export function nameOfRule({ name, pattern }: Pick<RuleDraft, 'name' | 'pattern'>): string {
  if (name !== '') return name
  const [line = ''] = pattern.trim().split('\n')
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line
}

/**
 * An enabled policy keeps at least one rule. Source: docs/rules/policies.md.
 * @throws Failure `policy.rule-kept`
 */
export function checkRemoval({
  enabled,
  ruleCount,
}: {
  readonly enabled: boolean
  readonly ruleCount: number
}): void {
  if (enabled && ruleCount <= 1) throw new Failure('policy.rule-kept')
}
