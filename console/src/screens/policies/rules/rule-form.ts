/** A rule in the form, and its conversion from and to the contract. Pure. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { RuleId } from '@verbatim/contract/ids.ts'
import type {
  PolicyRule,
  RuleConditions,
  RuleDraft,
  RuleScope,
  RuleType,
} from '@verbatim/contract/policy-rules.ts'

export interface RuleValues {
  /** Identifies the rule on this screen: its id, or a temporary key until it has one. */
  readonly key: string
  /** Undefined for a rule that is not saved yet. */
  readonly id: RuleId | undefined
  readonly name: string
  readonly type: RuleType
  readonly pattern: string
  readonly scope: RuleScope
  /** Used only for phrases. */
  readonly alsoDisguised: boolean
  readonly conditions: ConditionValues
  readonly fileType: PolicyRule['fileType']
}

/** Conditions as the fields' values: numbers may be empty, phrases are lines. */
export interface ConditionValues {
  readonly direction: NonNullable<RuleConditions['direction']>
  readonly senderRole: NonNullable<RuleConditions['senderRole']>
  readonly channels: readonly Channel[]
  readonly languages: readonly string[]
  readonly exceptPhrases: string
  readonly withinWords: number | ''
  readonly minWords: number | ''
  readonly ignoreQuoted: boolean
  readonly ignoreDisclaimers: boolean
}

const noConditions: ConditionValues = {
  direction: 'any',
  senderRole: 'any',
  channels: [],
  languages: [],
  exceptPhrases: '',
  withinWords: '',
  minWords: '',
  ignoreQuoted: false,
  ignoreDisclaimers: false,
}

export function newRule(key: string): RuleValues {
  return {
    key,
    id: undefined,
    name: '',
    type: 'phrase',
    pattern: '',
    scope: 'message',
    alsoDisguised: true,
    conditions: noConditions,
    fileType: null,
  }
}

/** The key of an error of a rule's field. */
export const ruleField = (key: string, field: string) => `rules.${key}.${field}` as const

const known = new WeakMap<PolicyRule, RuleValues>()
const untouched = new WeakSet<RuleValues>()

/** The same object for the same rule, which identifies unchanged rules among thousands. */
export function toRuleValues(rule: PolicyRule): RuleValues {
  const values = known.get(rule) ?? valuesOf(rule)
  known.set(rule, values)
  untouched.add(values)
  return values
}

/** At most this many rules, in order, including all changed ones. */
export function firstRules(rules: readonly RuleValues[], most: number): readonly RuleValues[] {
  if (rules.length <= most) return rules
  const touched = rules.filter((rule) => !untouched.has(rule)).slice(0, most)
  const rest = rules.filter((rule) => untouched.has(rule)).slice(0, most - touched.length)
  const chosen = new Set([...touched, ...rest])
  return rules.filter((rule) => chosen.has(rule))
}

function valuesOf(rule: PolicyRule): RuleValues {
  const { id, name, type, pattern, scope, conditions, fileType } = rule
  // A name derived from the pattern is derived again when the pattern changes.
  const given = name === derivedName(pattern) ? '' : name
  const values = toConditionValues(conditions)
  // A regex that becomes a phrase is a new one.
  const alsoDisguised = type !== 'phrase' || rule.alsoDisguised
  return { key: id, id, name: given, type, pattern, scope, alsoDisguised, conditions: values, fileType }
}

function toConditionValues(conditions: RuleConditions): ConditionValues {
  const { direction, senderRole, channels, exceptPhrases, withinWords, minWords } = conditions
  const { languages, ignoreQuoted, ignoreDisclaimers } = conditions
  return {
    direction: direction ?? 'any',
    senderRole: senderRole ?? 'any',
    channels: channels ?? [],
    languages: languages ?? [],
    exceptPhrases: (exceptPhrases ?? []).join('\n'),
    withinWords: withinWords ?? '',
    minWords: minWords ?? '',
    ignoreQuoted: ignoreQuoted ?? false,
    ignoreDisclaimers: ignoreDisclaimers ?? false,
  }
}

export function toRuleDraft(rule: RuleValues): RuleDraft {
  const { name, type, pattern, scope, alsoDisguised, conditions } = rule
  return { name: name.trim(), type, pattern, scope, alsoDisguised, conditions: toConditions(conditions) }
}

/** Leaves out conditions that limit nothing, so that the same conditions are always written the same way. */
export function toConditions(values: ConditionValues): RuleConditions {
  const { direction, senderRole, channels, languages, withinWords, minWords } = values
  const exceptPhrases = linesOf(values.exceptPhrases)
  return {
    ...(direction !== 'any' && { direction }),
    ...(senderRole !== 'any' && { senderRole }),
    ...(channels.length > 0 && { channels: [...channels].sort() }),
    ...(languages.length > 0 && { languages: [...languages].sort() }),
    ...(exceptPhrases.length > 0 && { exceptPhrases }),
    ...(withinWords !== '' && { withinWords }),
    ...(minWords !== '' && minWords > 0 && { minWords }),
    ...(values.ignoreQuoted && { ignoreQuoted: true }),
    ...(values.ignoreDisclaimers && { ignoreDisclaimers: true }),
  }
}

/** The lines that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Whether both would be saved as the same rule. */
export function isSameRule(a: RuleValues, b: RuleValues): boolean {
  return a === b || JSON.stringify(toRuleDraft(a)) === JSON.stringify(toRuleDraft(b))
}

/** The label of a rule: its name, or the start of its pattern. */
export function ruleLabel({ name, pattern }: Pick<RuleValues, 'name' | 'pattern'>): string {
  return name.trim() || derivedName(pattern) || 'New rule'
}

/** The name that the server gives to an unnamed rule. */
export function derivedName(pattern: string): string {
  const [line = ''] = pattern.trim().split('\n')
  return line.length > 60 ? `${line.slice(0, 59).toWellFormed()}…` : line
}
