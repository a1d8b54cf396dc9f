import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { BadPattern } from '#regex/bad-pattern.ts'
import { compileRules } from './matcher.ts'
import { compileRegex } from '#regex/regex.ts'

/** Real patterns over real conversations; skipped if the reference data is not next to the repository. */
const absent = sharedFile('data/policy/golden_matches.json.gz') === undefined

interface Pattern {
  readonly id: string
  readonly pattern: string
  readonly flags: string
  readonly dialect: string
  readonly positives: readonly string[]
  readonly negatives: readonly string[]
}

const unzipped = (path: string) => gunzipSync(readFileSync(sharedFile(path)!)).toString()
const read = <Row>(name: string) => JSON.parse(unzipped(`data/policy/${name}.json.gz`)) as Row[]
const withFlags = (pattern: string, flags: string) => (flags ? `(?${flags})${pattern}` : pattern)
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

let known: Map<string, string[]> | undefined
/** Read once for all tests. */
const conversations = () => (known ??= readConversations())

function readConversations(): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  for (const line of unzipped('data/conversations/conversations.jsonl.gz').split('\n')) {
    if (line === '') continue
    const { conversationId, messages } = JSON.parse(line) as {
      conversationId: string
      messages: { text: string }[]
    }
    texts.set(
      conversationId,
      messages.map(({ text }) => text),
    )
  }
  return texts
}

describe.skipIf(absent)('on the reference corpora (../shared)', () => {
  test(
    'a rule per golden pattern finds its first match in each message, at exactly those offsets and nowhere else',
    { tags: ['whole'], timeout: 300_000 },
    () => {
      const golden = read<{
        patternId: string
        pattern: string
        flags: string
        matches: [string, number, number, number][]
      }>('golden_matches')
      const rules = golden.map(({ pattern, flags }, index) => ({
        id: idOf(index),
        type: 'regex' as const,
        pattern: withFlags(pattern, flags),
      }))
      const matcher = compileRules(rules)
      const examined = new Map(shareOf([...conversations()]))
      const expected = golden.flatMap(({ patternId, matches }) =>
        matches
          .filter(([conversation]) => examined.has(conversation))
          .map(
            ([conversation, index, start, end]) => `${patternId} ${conversation} ${index} ${start}-${end}`,
          ),
      )
      const found: string[] = []
      for (const [conversation, texts] of examined) {
        texts.forEach((text, index) => {
          const seen = new Set<string>()
          const { evidence, notEvaluated } = matcher.find(text)
          expect(notEvaluated).toEqual([])
          for (const { ruleId, start, end } of evidence) {
            if (seen.has(ruleId)) continue
            seen.add(ruleId)
            const { patternId } = golden[Number(ruleId.slice(-12))]!
            found.push(`${patternId} ${conversation} ${index} ${start}-${end}`)
          }
        })
      }
      if (isWhole) expect(expected).toHaveLength(5467)
      else expect(expected.length).toBeGreaterThan(900)
      const [allFound, allExpected] = [new Set(found), new Set(expected)]
      const missing = expected.filter((one) => !allFound.has(one))
      const extra = found.filter((one) => !allExpected.has(one))
      expect({
        missing: missing.slice(0, 20),
        extra: extra.slice(0, 20),
        counts: [missing.length, extra.length],
      }).toEqual({
        missing: [],
        extra: [],
        counts: [0, 0],
      })
    },
  )

  test(
    'a matcher of all patterns finds the same as each pattern alone',
    { tags: ['whole'], timeout: 300_000 },
    () => {
      const regexes = read<Pattern>('patterns').flatMap(({ pattern, flags }) => {
        try {
          return [compileRegex(withFlags(pattern, flags))]
        } catch {
          return []
        }
      })
      const matcher = compileRules(
        regexes.map(({ pattern }, index) => ({ id: idOf(index), type: 'regex', pattern })),
      )
      const sample = [...conversations().values()]
        .flat()
        .filter((_, index) => index % (isWhole ? 211 : 1055) === 0)
      for (const text of sample) {
        const together = matcher
          .find(text)
          .evidence.map(({ ruleId, start, end }) => `${Number(ruleId.slice(-12))} ${start}-${end}`)
        const alone = regexes.flatMap((regex, index) => {
          const found: string[] = []
          regex.findEach(text, { budget: { steps: 1e9 } }, ([start, end]) => {
            return found.push(`${index} ${start}-${end}`) < 100
          })
          return found
        })
        expect(new Set(together)).toEqual(new Set(alone))
      }
    },
  )

  test('a dangerous pattern is refused, or runs in linear time on hostile input', () => {
    const bad = read<{ pattern: string; attack?: string }>('regex_bad')
    expect(bad).toHaveLength(170)
    for (const { pattern, attack } of bad) {
      try {
        const matcher = compileRules([{ id: idOf(1), type: 'regex', pattern }])
        const began = performance.now()
        matcher.find((attack ?? 'aaaaaaaaaaaaaaaaaaaa!').repeat(attack && attack.length > 1000 ? 1 : 500))
        expect([pattern, performance.now() - began < 2000]).toEqual([pattern, true])
      } catch (error) {
        expect(error).toBeInstanceOf(BadPattern)
        expect((error as BadPattern).flag).toBeUndefined()
      }
    }
  }, 120_000)

  test('each pattern finds its positives and not its negatives, or is refused', () => {
    const wrong: string[] = []
    let tried = 0
    for (const { id, pattern, flags, positives, negatives } of shareOf(read<Pattern>('patterns'))) {
      let matcher
      try {
        matcher = compileRules([{ id: idOf(1), type: 'regex', pattern: withFlags(pattern, flags) }])
      } catch {
        continue
      }
      tried++
      for (const text of positives)
        if (matcher.find(text).evidence.length === 0) wrong.push(`${id} misses ${JSON.stringify(text)}`)
      for (const text of negatives)
        if (matcher.find(text).evidence.length > 0) wrong.push(`${id} finds ${JSON.stringify(text)}`)
    }
    expect(wrong).toEqual([])
    if (isWhole) expect(tried).toBe(946)
    else expect(tried).toBeGreaterThan(150)
  }, 120_000)

  test('each real phrase is found in upper or lower case, within a sentence, and not inside a longer word', () => {
    for (const { phrase } of read<{ phrase: string }>('phrases')) {
      const matcher = compileRules([{ id: idOf(1), type: 'phrase', pattern: phrase }])
      for (const text of [phrase, `Well, ${phrase.toUpperCase()}.`, `${phrase.toLowerCase()}?`]) {
        expect([phrase, matcher.find(text).evidence.length]).toEqual([phrase, 1])
      }
      if (/^\w.*\w$/.test(phrase))
        expect([phrase, matcher.find(`x${phrase}x`).evidence]).toEqual([phrase, []])
    }
  })
})
