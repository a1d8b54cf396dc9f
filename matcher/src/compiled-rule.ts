import { foldedPhrase } from './phrase-text.ts'
import { compileRegex, prepareRegex, type Regex } from '#regex/regex.ts'

/** The parts of a rule that the matcher needs. */
export interface MatchRule<Id extends string = string> {
  readonly id: Id
  readonly type: 'phrase' | 'regex' | 'prompt'
  /** A regex; phrases, one per line; or a prompt, which is ignored here. */
  readonly pattern: string
  readonly conditions?: MatchConditions
  /** Whether its phrases are also found in disguise; by default they are. */
  readonly alsoDisguised?: boolean
}

export interface MatchConditions {
  /** A match that touches one of these does not count. */
  readonly exceptPhrases?: readonly string[] | undefined
  /** All phrases of the rule must be within this many words of each other. */
  readonly withinWords?: number | undefined
  /** Shorter texts are skipped. */
  readonly minWords?: number | undefined
  /** Matches within the mail that is answered do not count. */
  readonly ignoreQuoted?: boolean | undefined
  /** Matches within standard disclaimers do not count. */
  readonly ignoreDisclaimers?: boolean | undefined
}

/** The purpose of a string of the automaton. */
export type StringUse = PhraseUse | { readonly kind: 'literal'; readonly regex: number }

/** A phrase of a rule, or an exception to it. */
export interface PhraseUse {
  readonly kind: 'phrase' | 'exception'
  readonly rule: number
  /** Which of the rule's phrases. */
  readonly pattern: number
  readonly text: string
  readonly alsoDisguised: boolean
}

export interface CompiledRule<Id extends string = string> {
  readonly id: Id
  readonly regexes: readonly Regex[]
  /** How many different phrases the rule has. */
  readonly phrases: number
  readonly minWords: number
  /** All phrases must occur within this number of words; undefined: any phrase may match. */
  readonly withinWords: number | undefined
  readonly ignoreQuoted: boolean
  readonly ignoreDisclaimers: boolean
}

/**
 * @param regexes `stored` ones were compiled before they were saved, so that their engines can be created later.
 * @throws BadPattern
 */
export function compileRule<Id extends string>(
  rule: MatchRule<Id>,
  index: number,
  strings: Map<string, StringUse[]>,
  regexes: 'new' | 'stored',
): CompiledRule<Id> {
  const compile = regexes === 'new' ? compileRegex : prepareRegex
  const { conditions = {} } = rule
  const phrases = rule.type === 'phrase' ? phrasesOf(rule.pattern) : []
  const exceptions = (conditions.exceptPhrases ?? []).flatMap(phrasesOf)
  const alsoDisguised = rule.type === 'phrase' && rule.alsoDisguised !== false
  for (const [kind, texts] of [
    ['phrase', phrases],
    ['exception', exceptions],
  ] as const) {
    texts.forEach((text, pattern) =>
      addUse(strings, text, { kind, rule: index, pattern, text, alsoDisguised }),
    )
  }
  return {
    id: rule.id,
    regexes: rule.type === 'regex' ? [compile(rule.pattern)] : [],
    phrases: phrases.length,
    minWords: conditions.minWords ?? 0,
    withinWords: phrases.length > 1 ? conditions.withinWords : undefined,
    ignoreQuoted: conditions.ignoreQuoted ?? false,
    ignoreDisclaimers: conditions.ignoreDisclaimers ?? false,
  }
}

export function addUse(strings: Map<string, StringUse[]>, text: string, use: StringUse): void {
  const uses = strings.get(text)
  if (uses) uses.push(use)
  else strings.set(text, [use])
}

/** The folded phrases of a rule. One with invisible characters only would match everywhere, so it is dropped. */
export function phrasesOf(pattern: string): string[] {
  return [...new Set(pattern.split('\n').map(foldedPhrase))].filter((text) => text.trim() !== '')
}
