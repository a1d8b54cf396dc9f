import type { RuleId } from '@verbatim/contract/ids.ts'
import type { RuleConditions, RuleType } from '@verbatim/contract/policies.ts'
import { foldedPhrase } from './phrase-text.ts'
import { compileRegex, prepareRegex, type Regex } from './regex.ts'

/** What the matcher needs to know of a rule. */
export interface MatchRule {
  readonly id: RuleId
  readonly type: RuleType
  /** A regex; phrases, one to a line; a prompt, which is not looked at here. */
  readonly pattern: string
  readonly conditions?: RuleConditions
}

/** What a string of the automaton is looked for. */
export type StringUse =
  | { readonly kind: 'phrase'; readonly rule: number; readonly pattern: number; readonly text: string }
  | { readonly kind: 'exception'; readonly rule: number; readonly text: string }
  | { readonly kind: 'literal'; readonly regex: number }

export interface CompiledRule {
  readonly id: RuleId
  readonly regexes: readonly Regex[]
  /** How many different phrases the rule has. */
  readonly phrases: number
  readonly minWords: number
  /** All phrases must stand within so many words of each other; undefined: any phrase will do. */
  readonly withinWords: number | undefined
}

/**
 * @param regexes `stored` have been compiled before they were saved, so that their engines can wait.
 * @throws Failure `policy.bad-regex`, `policy.unknown-regex-flag`
 */
export function compileRule(
  rule: MatchRule,
  index: number,
  strings: Map<string, StringUse[]>,
  regexes: 'new' | 'stored',
): CompiledRule {
  const compile = regexes === 'new' ? compileRegex : prepareRegex
  const { conditions = {} } = rule
  const phrases = rule.type === 'phrase' ? phrasesOf(rule.pattern) : []
  phrases.forEach((text, pattern) => addUse(strings, text, { kind: 'phrase', rule: index, pattern, text }))
  for (const text of (conditions.exceptPhrases ?? []).flatMap(phrasesOf)) {
    addUse(strings, text, { kind: 'exception', rule: index, text })
  }
  return {
    id: rule.id,
    regexes: rule.type === 'regex' ? [compile(rule.pattern)] : [],
    phrases: phrases.length,
    minWords: conditions.minWords ?? 0,
    withinWords: phrases.length > 1 ? conditions.withinWords : undefined,
  }
}

export function addUse(strings: Map<string, StringUse[]>, text: string, use: StringUse): void {
  const uses = strings.get(text)
  if (uses) uses.push(use)
  else strings.set(text, [use])
}

/** The phrases of a rule, folded. One of invisible characters only would stand everywhere, so it is none. */
export function phrasesOf(pattern: string): string[] {
  return [...new Set(pattern.split('\n').map(foldedPhrase))].filter((text) => text.trim() !== '')
}
