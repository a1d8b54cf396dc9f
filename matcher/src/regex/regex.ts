import { RE2JS } from 're2js'
import { BadPattern } from './bad-pattern.ts'
import {
  type BoundedRegex,
  compileBounded,
  type Places,
  type Span,
  type StepBudget,
} from './bounded-regex.ts'
import { OutOfSteps } from './out-of-steps.ts'
import { UnknownFlag } from './regex-flags.ts'
import { mayLoopOnNothing } from './regex-program.ts'
import { type ParsedRegex, parseRegex } from './regex-syntax.ts'

/** A regex rule's pattern, ready to run. */
export interface Regex {
  readonly pattern: string
  /** Its tree; undefined if only RE2's own parser can read it, so that nothing is known about it. */
  readonly parsed: ParsedRegex | undefined
  /**
   * Gives `take` the matches in `text`, leftmost first and without overlap, until it wants no more. Empty matches are left
   * out, because there is nothing to mark.
   * @throws OutOfSteps
   */
  findEach(text: string, search: Search, take: Take): void
}

interface Search {
  readonly budget: StepBudget
  /** Where a match may start; without it, anywhere. */
  readonly places?: Places
}

/** @returns whether more matches are wanted */
type Take = (span: Span) => boolean

/** The longest pattern, in UTF-16 units. */
const longestPattern = 10_000

/**
 * Compiles a pattern as written: RE2's syntax and semantics, in linear time; with look-around or back-references,
 * which RE2 does not support, our own bounded engine.
 * @throws BadPattern
 */
export function compileRegex(pattern: string): Regex {
  const regex = prepareRegex(pattern)
  if (regex.parsed?.extended === false) compileRe2(regex.parsed.unspaced)
  return regex
}

/**
 * Reads a pattern that was compiled before it was saved, and creates the engine only when a text may match: of thousands
 * of regexes few ever run, and each takes memory.
 * @throws BadPattern
 */
export function prepareRegex(pattern: string): Regex {
  if (pattern.length > longestPattern) throw new BadPattern()
  const parsed = tryParse(pattern)
  if (parsed?.extended) {
    const bounded = wrong(() => compileBounded(parsed))
    return { pattern, parsed, findEach: (text, search, take) => eachWith(bounded, text, search, take) }
  }
  let compiled = parsed ? undefined : compileRe2(pattern)
  let bounded: BoundedRegex | 'none' | undefined
  return {
    pattern,
    parsed,
    findEach(text, search, take) {
      let from = 0
      if (search.places) bounded ??= (parsed && boundedFor(parsed)) ?? 'none'
      if (search.places && bounded && bounded !== 'none') {
        try {
          return eachWith(bounded, text, search, (span) => {
            from = span[1]
            return take(span)
          })
        } catch (error) {
          // A match of a million characters is too long to store step by step; RE2 stores less.
          if (!(error instanceof OutOfSteps) || search.budget.steps <= 0) throw error
        }
      }
      compiled ??= compileRe2(parsed?.unspaced ?? pattern)
      eachWithRe2(compiled, { text, from, budget: search.budget }, take)
    },
  }
}

/** Our own engine for patterns that RE2 also runs, because it is faster if the possible starts are known. */
function boundedFor(parsed: ParsedRegex): BoundedRegex | undefined {
  if (mayLoopOnNothing(parsed.root)) return undefined
  try {
    return compileBounded(parsed)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function compileRe2(pattern: string): RE2JS {
  return wrong(() => RE2JS.compile(pattern))
}

function wrong<Value>(compile: () => Value): Value {
  try {
    return compile()
  } catch (error) {
    throw new BadPattern(error)
  }
}

function tryParse(pattern: string): ParsedRegex | undefined {
  try {
    return parseRegex(pattern)
  } catch (error) {
    if (error instanceof UnknownFlag) throw new BadPattern(error, error.flag)
    return undefined
  }
}

/** The cost of finding a place compared with checking whether there is one, per character; measured. */
const findCost = 8

/** How many searches are cheap whatever they read. */
const cheapFinds = 100

/** @param from Where to begin: earlier matches are taken. */
function eachWithRe2(
  re: RE2JS,
  { text, from, budget }: { readonly text: string; readonly from: number; readonly budget: StepBudget },
  take: Take,
): void {
  spend(budget, text.length)
  if (!re.test(text)) return
  const matcher = re.matcher(text)
  let reached = from
  let finds = 0
  for (let found = matcher.find(from); found; found = matcher.find()) {
    const span: Span = [matcher.start(), matcher.end()]
    spend(budget, (span[1] - reached) * findCost)
    reached = span[1]
    if (span[1] > span[0] && !take(span)) return
    // Each may read to the end of the text to decide about a short match.
    if (++finds > cheapFinds) spend(budget, text.length - reached)
  }
}

function eachWith(regex: BoundedRegex, text: string, { budget, places }: Search, take: Take): void {
  const find = regex.search(text, budget, places)
  let from = 0
  while (from <= text.length) {
    const span = find(from)
    if (!span) return
    from = span[1] > span[0] ? span[1] : span[1] + 1
    if (span[1] > span[0] && !take(span)) return
  }
}

function spend(budget: StepBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps < 0) throw new OutOfSteps()
}
