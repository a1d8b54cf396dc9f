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
   * The matches in `text`, leftmost first and without overlap, at most `most`. Empty matches are left out, because there is nothing
   * to mark.
   * @param places Where a match may start; without it, anywhere.
   * @throws OutOfSteps
   */
  findAll(text: string, most: number, budget: StepBudget, places?: Places): Span[]
}

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
    return { pattern, parsed, findAll: (...asked) => findAllWith(bounded, ...asked) }
  }
  let compiled = parsed ? undefined : compileRe2(pattern)
  let bounded: BoundedRegex | 'none' | undefined
  return {
    pattern,
    parsed,
    findAll(text, most, budget, places) {
      if (places) bounded ??= (parsed && boundedFor(parsed)) ?? 'none'
      if (places && bounded && bounded !== 'none') {
        try {
          return findAllWith(bounded, text, most, budget, places)
        } catch (error) {
          // A match of a million characters is too long to store step by step; RE2 stores less.
          if (!(error instanceof OutOfSteps) || budget.steps <= 0) throw error
        }
      }
      return findAllWithRe2((compiled ??= compileRe2(parsed?.unspaced ?? pattern)), text, { most, budget })
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

function findAllWithRe2(
  re: RE2JS,
  text: string,
  { most, budget }: { readonly most: number; readonly budget: StepBudget },
): Span[] {
  spend(budget, text.length)
  if (!re.test(text)) return []
  const spans: Span[] = []
  const matcher = re.matcher(text)
  let from = 0
  while (spans.length < most && matcher.find()) {
    const span: Span = [matcher.start(), matcher.end()]
    spend(budget, (span[1] - from) * findCost)
    from = span[1]
    if (span[1] > span[0]) spans.push(span)
  }
  return spans
}

function findAllWith(
  regex: BoundedRegex,
  ...[text, most, budget, places]: Parameters<Regex['findAll']>
): Span[] {
  const spans: Span[] = []
  const find = regex.search(text, budget, places)
  let from = 0
  while (spans.length < most && from <= text.length) {
    const span = find(from)
    if (!span) break
    from = span[1] > span[0] ? span[1] : span[1] + 1
    if (span[1] > span[0]) spans.push(span)
  }
  return spans
}

function spend(budget: StepBudget, steps: number): void {
  budget.steps -= steps
  if (budget.steps < 0) throw new OutOfSteps()
}
