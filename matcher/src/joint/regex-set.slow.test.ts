import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { BadPattern } from '#regex/bad-pattern.ts'
import { contains } from '#regex/char-class.ts'
import { compileRules } from '#matcher.ts'
import { widthOf } from '#regex/regex-program.ts'
import { parseRegex } from '#regex/regex-syntax.ts'

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`
const matcherOf = (patterns: readonly string[]) =>
  compileRules(patterns.map((pattern, index) => ({ id: idOf(index), type: 'regex' as const, pattern })))

/** The matches of one matcher of all patterns, as `rule start-end`. */
function foundTogether(matcher: ReturnType<typeof matcherOf>, text: string): string[] {
  const { evidence, notEvaluated } = matcher.find(text)
  expect(notEvaluated).toEqual([])
  return evidence.map(({ ruleId, start, end }) => `${Number(ruleId.slice(-12))} ${start}-${end}`).sort()
}

/** The matches of RE2, pattern by pattern, without empty ones. */
function foundByRe2(patterns: readonly string[], text: string): string[] {
  return patterns
    .flatMap((pattern, index) => {
      const found: string[] = []
      const matcher = RE2JS.compile(pattern).matcher(text)
      while (found.length < 100 && matcher.find()) {
        if (matcher.end() > matcher.start()) found.push(`${index} ${matcher.start()}-${matcher.end()}`)
      }
      return found
    })
    .sort()
}

const mayBeEmpty = (pattern: string) => widthOf(parseRegex(pattern).root)[0] === 0
const atom = fc.constantFrom(
  'a',
  'b',
  'ab',
  'k',
  '.',
  '[ab]',
  '[^a]',
  '\\d',
  '\\w',
  '\\W',
  '\\b',
  '\\B',
  '^',
  '$',
  '(?m:^)',
  '(?m:$)',
  'é',
  '(?i:B)',
  '(?i:[k-s])',
  '(?i:[^k])',
  '[\\W_]',
  '(?i:[\\W_])',
  '\\s',
  '[[:alpha:]]',
  '\\p{Lu}',
  '内',
  '(?s:.)',
)
const patterns = fc.letrec<{ regex: string }>((tie) => ({
  regex: fc.oneof(
    { maxDepth: 4 },
    atom,
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => a + b),
    fc.tuple(tie('regex'), tie('regex')).map(([a, b]) => `(?:${a}|${b})`),
    fc
      .tuple(
        tie('regex'),
        fc.constantFrom('*', '+', '?', '*?', '+?', '{2}', '{1,3}', '{2,}', '{11,}', '{0,12}'),
      )
      .map(([a, count]) => (mayBeEmpty(a) ? a : `(?:${a})${count}`)),
  ),
})).regex
/** RE2 refuses repeats within repeats beyond a thousand, and what it refuses cannot be compared with it. */
function isTaken(pattern: string): boolean {
  try {
    RE2JS.compile(pattern)
    return true
  } catch {
    return false
  }
}
const sets = fc.array(patterns.filter(isTaken), { minLength: 1, maxLength: 30 })
const unit = fc.constantFrom(...'abABkK1 é内\n_.'.split(''), '\u212a', '\u017f', '𝐛', '\ud835')

test('repeats within repeats beyond a thousand are refused, as by RE2', () => {
  const nested = '(?:(?:(?:a){11,}){11,}){11,}'
  expect(isTaken(nested)).toBe(false)
  expect(() => matcherOf([nested])).toThrow(BadPattern)
})

test('all regexes together find what RE2 finds one by one', () => {
  fc.assert(
    fc.property(sets, fc.array(fc.string({ unit, maxLength: 40 }), { maxLength: 8 }), (set, texts) => {
      const matcher = matcherOf(set)
      for (const text of texts) expect(foundTogether(matcher, text)).toEqual(foundByRe2(set, text))
    }),
    { numRuns: roundsOf(200) },
  )
})

test('a long text is examined like a short one, without cutting it into pieces', () => {
  fc.assert(
    fc.property(
      sets,
      fc.array(fc.string({ unit, maxLength: 60 }), { minLength: 1, maxLength: 6 }),
      (set, parts) => {
        const text = parts.join('\n').padEnd(4_500, `${parts.join('x')}. `)
        expect(foundTogether(matcherOf(set), text)).toEqual(foundByRe2(set, text))
      },
    ),
    { numRuns: roundsOf(40) },
  )
})

describe.each(['', '(?i)'])('a class with %j contains what it contains for RE2:', (flags) => {
  const points = [0x0, 0x1c80, 0x1e00, 0x1f80, 0x2100, 0x10400].flatMap((from) =>
    Array.from({ length: 0x180 }, (_, i) => from + i),
  )
  test.each([
    '.',
    '\\w',
    '\\W',
    '\\S',
    '[\\W]',
    '[^\\W]',
    '[\\D\\s]',
    '[^k]',
    '[K-ſ]',
    '[à-ý]',
    '[^à-ý]',
    '[\\x80-\\xff]',
    'µ',
    '\\p{Lu}',
    '\\P{Lu}',
    '[^\\p{Lu}]',
    '[[:^upper:]]',
    '[^[:^upper:]]',
    '[α-ω]',
    '[А-Яё]',
    '[ǄΣßẞåΩ]',
    '\\PL',
  ])('%s', (written) => {
    const { root } = parseRegex(flags + written)
    const re2 = RE2JS.compile(`${flags}^${written}$`)
    const differing = points.filter(
      (point) => root.kind !== 'class' || contains(root.set, point) !== re2.test(String.fromCodePoint(point)),
    )
    expect(differing).toEqual([])
  })
})

describe('a text of a million characters', () => {
  const words = 'the price of your account was confirmed by our client in writing on Monday at 10:30'.split(
    ' ',
  )
  const prose = Array.from({ length: 180_000 }, (_, i) => words[(i * 7 + (i >> 5)) % words.length]).join(' ')
  const million = prose.slice(0, 1_000_000)
  /** Patterns with weak literals or none, of which a bank may have hundreds. */
  const shapes = [
    (i: number) =>
      String.raw`(?i)\b${words[i % words.length]}\s+(?:of|by|in)\b.{0,${20 + i}}\b(?:writing|client)\b`,
    (i: number) => String.raw`\b[A-Z]{2}\d{${8 + (i % 9)}}\b`,
    (i: number) => String.raw`\b\d{${3 + (i % 6)}}[- ]\d{4}[- ]?\d{${2 + (i % 5)}}\b`,
    (i: number) => String.raw`(?i)[a-z0-9._%+-]{${1 + (i % 5)},}@[a-z0-9-]+\.[a-z]{2,}`,
    (i: number) => String.raw`(?i)\by[_\W]{0,3}o[_\W]{0,3}u[_\W]{0,${i % 4}}r[_\W]{0,3}x${i}`,
    (i: number) => String.raw`(?:\d{1,3}\.){3}\d{1,${1 + (i % 3)}}(?!\d)`,
  ]
  const regexes = Array.from({ length: 480 }, (_, i) => shapes[i % shapes.length]?.(i) ?? '')

  test(
    'every one of 480 regexes is evaluated, and a match at the very end is found',
    { tags: ['whole'] },
    () => {
      const planted = ' mail desk@example.com, call 555-1234-5678 or 10.20.30.40'
      const text = million.slice(0, -planted.length) + planted
      const { evidence, notEvaluated } = matcherOf(regexes).find(text)
      expect(notEvaluated).toEqual([])
      const ends = new Set(evidence.map(({ start, end }) => text.slice(start, end)))
      expect([...ends].filter((one) => planted.includes(one)).sort()).toEqual(
        expect.arrayContaining(['10.20.30.40', 'desk@example.com']),
      )
    },
  )

  const hostile: readonly [string, string][] = [
    ['a counted look back that a plain automaton answers with a million states', '(a|b)*a(a|b){20}'],
    ['the same, where it cannot match', '(a|b)*a(a|b){20}c'],
    ['nested repetitions', '^(a+)+$'],
    ['a gap in a gap', 'a.{15,}?b.{15,}?a.{15,}?c'],
  ]
  test.each(hostile.slice(isWhole ? 0 : 1))('is not delayed by %s', (_, pattern) => {
    let state = 1
    const letters = Array.from({ length: 1_000_000 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state >>> 31 === 0 ? 'a' : 'b'
    }).join('')
    const { notEvaluated } = matcherOf([pattern, '\\d{9}']).find(letters)
    expect(notEvaluated).toEqual([])
  })
})

test('regexes that do not work together are separated, and find the same as before', () => {
  const gaps = Array.from(
    { length: 24 },
    (_, i) => `[${'abcdefgh'[i % 8]}1].{${(i % 5) + 2},}${'hgfedcba'[i % 8]}.{3}[0-9]`,
  )
  const matcher = matcherOf(gaps)
  let state = 7
  for (let text = 0; text < 400; text++) {
    const letters = Array.from({ length: 80 }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return 'abcdefgh0123 \n'[(state >>> 16) % 14]
    }).join('')
    if (text % 20 === 0) expect(foundTogether(matcher, letters)).toEqual(foundByRe2(gaps, letters))
    else matcher.find(letters)
  }
})
