/**
 * Finds the matches of phrase and regex rules in a text. One automaton reads the text once, for all phrases and for the
 * literals that each regex requires; regexes without such a literal pass a filter; only the remaining ones run.
 */
import { type Folded, fold, isAscii, originalRange } from '#folding/fold.ts'
import { BadPattern } from '#regex/bad-pattern.ts'
import { type Automaton, type Hits, makeAutomaton, makeHits } from './automaton.ts'
import type { Span } from '#regex/bounded-regex.ts'
import {
  type CompiledRule,
  compileRule,
  type MatchRule,
  type PhraseUse,
  type StringUse,
} from './compiled-rule.ts'
import { type Disguises, makeDisguises } from '#disguise/disguises.ts'
import { type Counts, countsIn, withoutOverlaps } from './counting.ts'
import { lineReadings } from './line-readings.ts'
import { spansWithin } from './proximity.ts'
import { beginsWord, endsWord, wordStarts } from './phrase-text.ts'
import { makeRegexSet, type RegexSet } from '#joint/regex-set.ts'

/** A match of a rule: UTF-16 offsets into the text as written, end exclusive. */
export interface Evidence<Id extends string = string> {
  readonly ruleId: Id
  readonly start: number
  readonly end: number
}

interface Findings<Id extends string = string> {
  /** In text order. */
  readonly evidence: readonly Evidence<Id>[]
  /** Rules whose evaluation exceeded the text's budget: whether they match is unknown. */
  readonly notEvaluated: readonly Id[]
}

export interface Matcher<Id extends string = string> {
  /**
   * Every place where a rule matches, at most 100 per rule. Phrases match whole words in any case and width, with any
   * accents, invisible characters and look-alike letters; regexes match the text as written.
   * @param applies Whether a rule, by its index among the compiled ones, applies; others are not tried.
   * @param mostSteps Less than the usual budget of a text: rules that need more are not evaluated.
   */
  find(text: string, applies?: (rule: number) => boolean, mostSteps?: number): Findings<Id>
}

const mostSpans = 100
/** The budget of a text: seconds at worst, and far more than any text of a person needs. */
const stepsPerText = 40_000_000
const stepsPerCharacter = 100
const nothing: Findings<never> = { evidence: [], notEvaluated: [] }
const always = (): boolean => true

/**
 * Prompt rules are left out, because a model evaluates them.
 * @param onBad Called for a rule with an invalid regex, by its index; the rule then finds nothing.
 * @throws BadPattern if there is no `onBad`
 */
export function compileRules<Id extends string>(
  rules: readonly MatchRule<Id>[],
  onBad?: (rule: number) => void,
): Matcher<Id> {
  const strings = new Map<string, StringUse[]>()
  const compiled = rules.map((rule, index) => {
    try {
      return compileRule(rule, index, strings, onBad ? 'stored' : 'new')
    } catch (error) {
      if (!onBad || !(error instanceof BadPattern)) throw error
      onBad(index)
      return ruleWithoutMatches(rule.id)
    }
  })
  const regexes = makeRegexSet(compiled, strings)
  const uses = [...strings.values()]
  const automaton = makeAutomaton([...strings.keys()])
  return new AutomatonMatcher({ rules: compiled, automaton, uses, regexes, disguises: disguisesOf(strings) })
}

const ruleWithoutMatches = <Id extends string>(id: Id): CompiledRule<Id> => ({
  id,
  regexes: [],
  phrases: 0,
  minWords: 0,
  withinWords: undefined,
  ignoreQuoted: false,
  ignoreDisclaimers: false,
})

function disguisesOf(strings: ReadonlyMap<string, readonly StringUse[]>): Disguises<PhraseUse> {
  const phrases = [...strings].map(([text, uses]): [string, PhraseUse[]] => [
    text,
    uses.flatMap((use) => (use.kind !== 'literal' && use.alsoDisguised ? [use] : [])),
  ])
  return makeDisguises(phrases.filter(([, uses]) => uses.length > 0))
}

/** A phrase of a rule, with its position in the original text. */
interface Place {
  readonly pattern: number
  readonly span: Span
}

/** The state of one text while it is examined. */
interface Examination {
  readonly text: string
  readonly applies: (rule: number) => boolean
  readonly mostSteps: number
  /**
   * Per rule, the positions of its phrases and of its exceptions. Created at the first match, because most texts have
   * none.
   */
  phrases: Map<number, Place[]> | undefined
  exceptions: Map<number, Span[]> | undefined
}

interface MatcherParts<Id extends string> {
  readonly rules: readonly CompiledRule<Id>[]
  readonly automaton: Automaton
  /** The purpose of each string of the automaton. */
  readonly uses: readonly (readonly StringUse[])[]
  readonly regexes: RegexSet
  readonly disguises: Disguises<PhraseUse>
}

class AutomatonMatcher<Id extends string> implements Matcher<Id> {
  readonly #rules: readonly CompiledRule<Id>[]
  readonly #automaton: Automaton
  readonly #uses: readonly (readonly StringUse[])[]
  readonly #regexes: RegexSet
  readonly #disguises: Disguises<PhraseUse>
  readonly #hits: Hits = makeHits()

  constructor({ rules, automaton, uses, regexes, disguises }: MatcherParts<Id>) {
    this.#rules = rules
    this.#automaton = automaton
    this.#uses = uses
    this.#regexes = regexes
    this.#disguises = disguises
  }

  find(text: string, applies: (rule: number) => boolean = always, mostSteps = Infinity): Findings<Id> {
    this.#regexes.begin()
    const examination: Examination = { text, applies, mostSteps, phrases: undefined, exceptions: undefined }
    const regexesLook = this.#readPhrases(examination)
    if (!regexesLook && !examination.phrases) return nothing
    return this.#judge(examination)
  }

  /**
   * Reads the text as written, then the text of its lines if that differs, and the last of these for disguises.
   * @returns whether regexes must run too
   */
  #readPhrases(examination: Examination): boolean {
    const { text } = examination
    let [reading, folded] = [text, foldedOf(text)]
    const literals = this.#scan(folded, examination, this.#regexes)
    if (text.includes('\n')) {
      for (reading of lineReadings(text)) this.#scan((folded = foldedOf(reading)), examination, undefined)
    }
    this.#disguises.find(folded, reading, (use, span) => {
      if (examination.applies(use.rule)) noteSpan(examination, use, span)
    })
    return literals > 0 || this.#regexes.alwaysLooks
  }

  /**
   * @param regexes Only for the text as written, because regexes read nothing else.
   * @returns how many literals of regexes it saw
   */
  #scan(folded: Folded, examination: Examination, regexes: RegexSet | undefined): number {
    const hits = this.#hits
    this.#automaton.scan(folded.text, hits)
    let literals = 0
    for (let i = 0; i < hits.count; i++) {
      const end = hits.pairs[2 * i + 1] ?? 0
      for (const use of this.#uses[hits.pairs[2 * i] ?? 0] ?? []) {
        if (use.kind !== 'literal') notePhrase(examination, folded, use, end)
        else if (regexes) {
          regexes.seen(use.regex)
          literals++
        }
      }
    }
    return literals
  }

  #judge(examination: Examination): Findings<Id> {
    const { text, mostSteps, phrases, exceptions } = examination
    const spans = new Map<number, Span[]>()
    const notEvaluated: Id[] = []
    const countsOf = countsIn(text, exceptions)
    const isLongEnough = this.#longEnough(text)
    for (const [index, found] of phrases ?? []) {
      const rule = this.#rules[index]
      if (rule && isLongEnough(index)) spans.set(index, phraseSpans(text, rule, found, countsOf(index, rule)))
    }
    this.#regexes.judge(text, {
      applies: (rule) => examination.applies(rule) && isLongEnough(rule),
      budget: { steps: Math.min(mostSteps, stepsPerText + stepsPerCharacter * text.length) },
      take: (index, span) => {
        const rule = this.#rules[index]
        if (!rule || !countsOf(index, rule)(span)) return true
        return listIn(spans, index).push(span) < mostSpans
      },
      notEvaluated: (rules) => {
        for (const rule of rules) {
          spans.delete(rule)
          notEvaluated.push(...this.#idOf(rule))
        }
      },
    })
    if (spans.size === 0 && notEvaluated.length === 0) return nothing
    return { evidence: this.#evidence(spans), notEvaluated }
  }

  /** Whether the text has the words that a rule requires; they are counted when a rule requires any. */
  #longEnough(text: string): (rule: number) => boolean {
    let words: number | undefined
    return (rule) => {
      const { minWords = 0 } = this.#rules[rule] ?? {}
      return minWords === 0 || (words ??= wordStarts(text).length) >= minWords
    }
  }

  #evidence(spans: ReadonlyMap<number, readonly Span[]>): Evidence<Id>[] {
    const evidence: Evidence<Id>[] = []
    for (const [rule, found] of spans) {
      for (const ruleId of this.#idOf(rule)) {
        for (const [start, end] of found.slice(0, mostSpans)) evidence.push({ ruleId, start, end })
      }
    }
    return evidence.sort((a, b) => a.start - b.start || a.end - b.end)
  }

  #idOf(rule: number): Id[] {
    const found = this.#rules[rule]
    return found ? [found.id] : []
  }
}

function phraseSpans(text: string, rule: CompiledRule, found: readonly Place[], counts: Counts): Span[] {
  const { phrases, withinWords } = rule
  if (withinWords === undefined) return withoutOverlaps(found.map(({ span }) => span).filter(counts))
  return spansWithin(found, { phrases, withinWords, words: wordStarts(text), counts })
}

function foldedOf(text: string): Folded {
  return isAscii(text) ? { text } : fold(text)
}

/** Stores a phrase that ends at `end` of the folded text, if it consists of whole words there. */
function notePhrase(examination: Examination, folded: Folded, use: PhraseUse, end: number): void {
  if (!examination.applies(use.rule)) return
  const start = beginOf(folded.text, end, use.text)
  if (!beginsWord(folded.text, start) || !endsWord(folded.text, end)) return
  noteSpan(examination, use, originalRange(folded, start, end))
}

function noteSpan(examination: Examination, use: PhraseUse, span: Span): void {
  if (use.kind === 'exception') listIn((examination.exceptions ??= new Map()), use.rule).push(span)
  else listIn((examination.phrases ??= new Map()), use.rule).push({ pattern: use.pattern, span })
}

/** The start of a string that ends at `end`; a space in it may be a run of white space in the text. */
function beginOf(text: string, end: number, string: string): number {
  let at = end
  for (let i = string.length - 1; i >= 0; i--) {
    at--
    if (string.charCodeAt(i) === 32) while (at > 0 && isSpace(text.charCodeAt(at - 1))) at--
  }
  return at
}

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13)
}

function listIn<Value>(lists: Map<number, Value[]>, key: number): Value[] {
  let list = lists.get(key)
  if (!list) lists.set(key, (list = []))
  return list
}
