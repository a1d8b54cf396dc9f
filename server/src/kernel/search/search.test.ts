import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestDatabase } from '#testing/database.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { lexemesOf, means, prose } from '#testing/search-texts.ts'
import { loosened, parseQuery, toTsquery } from './query.ts'
import { toSearchVector } from './vector.ts'

let database: TestDatabase
useTestDatabase((opened) => {
  database = opened
})

const finds = (search: string, text: string) => {
  const query = parseQuery(search)
  return query !== undefined && means(query, lexemesOf(text))
}

/** Which of the pairs PostgreSQL matches, in one round trip. */
async function matches(pairs: readonly { vector: string; query: string }[]): Promise<boolean[]> {
  const { rows } = await sql<{ hit: boolean }>`
    select vector::tsvector @@ query::tsquery as hit
    from unnest(${pairs.map(({ vector }) => vector)}::text[], ${pairs.map(({ query }) => query)}::text[])
      with ordinality as pair (vector, query, position) order by position`.execute(database.db)
  return rows.map(({ hit }) => hit)
}

test.each([
  ['record', 'Keep this off the record.'],
  ['"off the record"', 'Keep this OFF the Record.'],
  ['"the rec*"', 'off the record'],
  ['reco*', 'off the record'],
  ['off record', 'off the record'],
  ['silence OR record', 'off the record'],
  ['record NOT silence', 'off the record'],
  ['record -silence', 'off the record'],
  ['record -"the off"', 'off the record'],
  ['(a OR off) (record | tape)', 'off the record'],
  ['cafe', 'Café'],
  ['ｃａｆé', 'cafe'],
  ['ann@example.com', 'write to Ann@Example.com!'],
  ['e-mail', 'an e-mail'],
  ['手机', '我的手机坏了'],
  ['机', '我的手机坏了'],
  ['了', '我的手机坏了'],
  ['"手机坏了 iphone"', '手机坏了 iPhone'],
  ['iphone手机', '新iPhone手机'],
  ['カラオケ', '昨日カラオケに行った'],
  ['สวัสดี', 'ผมสวัสดีครับ'],
  ['안녕', '안녕하세요'],
  ['𠮷野', '𠮷野家で'],
  ['👍', 'ok 👍🏽'],
  ["don't", 'I don’t know'],
  ['NOT', 'not now'],
])('%s finds %s', (search, text) => {
  expect(finds(search, text)).toBe(true)
})

test.each([
  ['silence', 'off the record'],
  ['"off record"', 'off the record'],
  ['rec', 'off the record'],
  ['record -off', 'off the record'],
  ['record AND silence', 'off the record'],
  ['NOT record', 'off the record'],
  ['record NOT (silence OR off)', 'off the record'],
  ['手坏', '我的手机坏了'],
  ['机手', '我的手机坏了'],
  ['"手机 iphone"', '手机坏了 iPhone'],
  ['"a b"', 'a, x, b'],
])('%s does not find %s', (search, text) => {
  expect(finds(search, text)).toBe(false)
})

test.each(['', '   ', '!!!', '-', '--', '()', '""', '"', '((((', '*', '( ) "" -', '؟'])(
  '%j is an empty search',
  (text) => {
    expect(parseQuery(text)).toBeUndefined()
  },
)

test.each([
  ['a b OR c d', "(('a') & ('b')) | (('c') & ('d'))"],
  ['a OR', "'a'"],
  ['AND a', "'a'"],
  ['a) b', "('a') | ('b')"],
  ['NOT NOT a', "'a'"],
  ['"off the rec*"', "'off' <1> 'the' <1> 'rec':*"],
  ['"手机 x"', "'手机' <2> 'x'"],
  ['机', "'机':*"],
])('%s is %s', (text, expected) => {
  expect(toTsquery(parseQuery(text)!)).toBe(expected)
})

test('PostgreSQL understands any search text, and finds exactly its meaning', async () => {
  const cases = fc.sample(fc.tuple(prose, prose, fc.boolean()), { numRuns: roundsOf(3000), seed: 1 })
  const asked = cases.flatMap(([search, other, same]) => {
    const query = parseQuery(search)
    const text = same ? `${search} ${other}` : other
    return query ? [{ search, text, query }] : []
  })
  const found = await matches(
    asked.map(({ text, query }) => ({ vector: toSearchVector(text).vector, query: toTsquery(query) })),
  )
  expect(asked.length).toBeGreaterThan(roundsOf(2000))
  expect(found.filter(Boolean).length).toBeGreaterThan(roundsOf(300))
  for (const [i, { search, text, query }] of asked.entries())
    expect({ search, text, found: found[i] }).toEqual({ search, text, found: means(query, lexemesOf(text)) })
})

test('every word of a text finds it, with and without quotes, and so does the whole text', () => {
  fc.assert(
    fc.property(prose, (text) => {
      const lexemes = lexemesOf(text)
      for (const chunk of text.split(/\s+/u)) {
        const bare = chunk.replace(/^[-\s]+/, '').replace(/[()"“”（）]/g, ' ')
        if (lexemesOf(bare).length > 0 && !/\b(?:AND|OR|NOT)\b|[-|&]/.test(bare))
          expect(finds(bare, text)).toBe(true)
      }
      const quoted = text.replace(/["“”„«»＂]/g, ' ')
      if (lexemes.length > 0) expect(finds(`"${quoted}"`, quoted)).toBe(true)
    }),
    { numRuns: roundsOf(1000) },
  )
})

test('a phrase never continues into the next text', async () => {
  const { vector } = toSearchVector('keep this off', 'the record')
  const queries = ['"keep this off"', '"the record"', '"off the"', 'off record'].map((text) =>
    toTsquery(parseQuery(text)!),
  )
  expect(await matches(queries.map((query) => ({ vector, query })))).toEqual([true, true, false, true])
})

test('a loosened query finds at least the same texts', () => {
  fc.assert(
    fc.property(prose, prose, (search, text) => {
      const query = parseQuery(search)
      if (!query || !means(query, lexemesOf(text))) return
      const wider = loosened(query)
      expect(wider === undefined || means(wider, lexemesOf(text))).toBe(true)
    }),
    { numRuns: roundsOf(1000) },
  )
})

test('texts beyond the database’s limits are indexed as far as they fit, and are marked', async () => {
  const distinct = Array.from({ length: 20_000 }, (_, i) => `word${i}`).join(' ')
  const repeated = 'same '.repeat(300)
  const enormous = Array.from({ length: 300_000 }, (_, i) => `w${i}`).join(' ')
  const [many, often, huge] = [distinct, repeated, enormous].map((text) => toSearchVector(text))
  expect([many!.partly, often!.partly, huge!.partly]).toEqual([true, true, true])
  expect(toSearchVector('same '.repeat(255)).partly).toBe(false)
  const last = { vector: many!.vector, query: "'word19999'" }
  expect(
    await matches([
      last,
      { vector: often!.vector, query: "'same'" },
      { vector: huge!.vector, query: "'w1'" },
    ]),
  ).toEqual([true, true, true])
})

const corpus = sharedFile('data/conversations/conversations.jsonl.gz')
test.skipIf(!corpus)(
  'every distinct word of real conversations finds its message (needs ../shared)',
  { tags: ['whole'] },
  async () => {
    const lines = gunzipSync(readFileSync(corpus!)).toString().split('\n').filter(Boolean)
    const texts = lines
      .filter((_, i) => i % 25 === 0)
      .flatMap((line) =>
        (JSON.parse(line) as { messages: { text: string }[] }).messages.map(({ text }) => text),
      )
    const pairs = texts.flatMap((text) => {
      const { vector } = toSearchVector(text)
      return [...new Set(text.match(/[\p{L}\p{N}]+/gu))].map((found) => ({
        vector,
        query: toTsquery(parseQuery(found)!),
        found,
        text,
      }))
    })
    expect(pairs.length).toBeGreaterThan(10_000)
    const hits = await matches(pairs)
    expect(pairs.filter((_, i) => !hits[i]).map(({ found, text }) => ({ found, text }))).toEqual([])
  },
)
