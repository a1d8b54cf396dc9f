/**
 * The matcher compared with a loop of JavaScript's own regexes, in one run, on one thread: 2,000 phrases and 221
 * regexes over chat messages, generated here, and over the reference conversations if they are next to the repository.
 */
import type { MatchRule } from '@verbatim/matcher/compiled-rule.ts'
import { compileRules } from '@verbatim/matcher/matcher.ts'
import { type Claim, median, type Row } from './figures.ts'
import { makeMessages, makePhrases, makeRegexes, referenceMessages, seeded } from './texts.ts'
import { rate } from './timed.ts'

const rounds = 5
/** A loop of RegExps is so slow that it gets only a sample of the messages. */
const loopSample = 1500

export const matcher: Claim = {
  name: 'matcher',
  measure: ({ tell }) => Promise.resolve(measureMatcher(tell)),
}

function measureMatcher(tell: (text: string) => void): Row[] {
  const random = seeded(20_261_121)
  const rules = [...makePhrases(random, 2000), ...makeRegexes(221)]
  const began = performance.now()
  const compiled = compileRules(rules)
  tell(`2,000 phrases and 221 regexes compiled in ${(performance.now() - began).toFixed(0)} ms`)
  const loop = rules.map(toRegExp)

  const corpora = [
    { texts: 'generated chat', messages: makeMessages(random, 60_000) },
    ...[referenceMessages() ?? []]
      .filter((messages) => messages.length > 0)
      .map((messages) => ({ texts: 'reference conversations', messages })),
  ]
  return corpora.map(({ texts, messages }): Row => {
    const sample = messages.filter((_, i) => i % Math.ceil(messages.length / loopSample) === 0)
    const perSecond = { matcher: [] as number[], loop: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      perSecond.matcher.push(rate(messages, (text) => compiled.find(text).evidence.length))
      if (round < 3) perSecond.loop.push(rate(sample, (text) => countWith(loop, text)))
    }
    return {
      what: `Messages of ${texts} matched, one thread, 2,000 phrases + 221 regexes`,
      ours: median(perSecond.matcher),
      floor: median(perSecond.loop),
      against: 'a loop of RegExps',
      unit: 'per-second',
      marks: { atLeast: 300_000, share: 50 },
    }
  })
}

function countWith(loop: readonly RegExp[], text: string): number {
  let count = 0
  for (const one of loop) if (one.test(text)) count++
  return count
}

/** A loop as written by hand: whole words in any case, and the regex unchanged. */
function toRegExp({ type, pattern }: MatchRule): RegExp {
  if (type === 'phrase') return new RegExp(`\\b${RegExp.escape(pattern)}\\b`, 'i')
  return pattern.startsWith('(?i)') ? new RegExp(pattern.slice(4), 'i') : new RegExp(pattern)
}
