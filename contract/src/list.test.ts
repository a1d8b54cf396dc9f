import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Condition, dateSpan, type Field, operatorsOf, periodSpan } from './list-filter.ts'
import { exportQuery, formatListQuery, listQuery, listSpec, parseListQuery } from './list.ts'

const spec = listSpec({
  fields: {
    postedDate: { type: 'date', sort: true },
    urgency: { type: 'enum', values: ['low', 'medium', 'high'], ordered: true, sort: true },
    channelType: { type: 'enum', values: ['sms', 'telegram', 'wecom'] },
    groupId: { type: 'uuid' },
    subject: { type: 'text' },
    size: { type: 'number', sort: true },
    'persons.displayName': { type: 'text', sort: true, filter: false },
  },
  defaultSort: '-postedDate',
  aliases: { date: 'postedDate', author: 'persons.displayName' },
  search: ['messageBody', 'subject'],
  period: 'postedDate',
})
const id = '0193a7b0-0000-7000-8000-000000000001'
const parse = (raw: Record<string, string | string[]>) => parseListQuery(spec, raw)
const filterOf = (filter: string) =>
  parse({ filter }).filter.map(({ field, operator, values }) => [field, operator, ...values])

test('returns the first fifty in the list’s own order by default', () => {
  expect(parse({})).toEqual({
    limit: 50,
    skip: 0,
    sort: [{ field: 'postedDate', direction: 'desc' }],
    filter: [],
  })
})

test.each([
  [
    { page: '3', size: '20' },
    { limit: 20, skip: 40 },
  ],
  [
    { limit: '20', skip: '7' },
    { limit: 20, skip: 7 },
  ],
  [{ page: '2' }, { limit: 50, skip: 50 }],
  [{ exactTo: '10000' }, { limit: 50, skip: 0, exactTo: 10_000 }],
])('reads paging %o', (raw, expected) => {
  expect(parse(raw as Record<string, string>)).toMatchObject(expected)
})

test.each([
  [{ sort: '-date,author' }, ['postedDate desc', 'persons.displayName asc']],
  [{ 'sort[urgency]': 'DESC' }, ['urgency desc']],
  [{ 'sort[size]': 'ASC', 'sort[date]': 'DESC' }, ['size asc', 'postedDate desc']],
])('reads both ways to sort: %o', (raw, expected) => {
  const { sort } = parse(raw as Record<string, string>)
  expect(sort.map(({ field, direction }) => `${field} ${direction}`)).toEqual(expected)
})

test('reads another name of a field in filters, too', () => {
  expect(filterOf('date[gte]:2026-01-01')).toEqual([['postedDate', 'gte', '2026-01-01']])
  expect(parse({ 'filter[date][lt]': '2026-01-01' }).filter).toMatchObject([{ field: 'postedDate' }])
  expect(() => filterOf('author[eq]:Ann')).toThrow('Unknown field “author” in filter.')
})

test.each([
  [`urgency[eq]:high`, [['urgency', 'eq', 'high']]],
  [`urgency[ne]:High`, [['urgency', 'neq', 'high']]],
  [
    `urgency[gte]:medium,groupId[neq]:${id.toUpperCase()}`,
    [
      ['urgency', 'gte', 'medium'],
      ['groupId', 'neq', id],
    ],
  ],
  ['channelType[in]:sms|wecom', [['channelType', 'in', 'sms', 'wecom']]],
  [
    'channelType[in]:sms,wecom,urgency[eq]:low',
    [
      ['channelType', 'in', 'sms', 'wecom'],
      ['urgency', 'eq', 'low'],
    ],
  ],
  ['channelType[nin]:sms', [['channelType', 'nin', 'sms']]],
  ['postedDate[between]:2026-01-01,2026-01-31', [['postedDate', 'between', '2026-01-01', '2026-01-31']]],
  ['postedDate[between]:2026-01-01|2026-01-31', [['postedDate', 'between', '2026-01-01', '2026-01-31']]],
  ['postedDate[between]:30', [['postedDate', 'between', '30']]],
  ['subject[contains]:one, two: three', [['subject', 'contains', 'one, two: three']]],
  ['subject[eq]:a\\,urgency[eq]:b', [['subject', 'eq', 'a,urgency[eq]:b']]],
  ['subject[empty]', [['subject', 'empty']]],
  [
    'subject[nempty]:true,size[gt]:3',
    [
      ['subject', 'nempty'],
      ['size', 'gt', '3'],
    ],
  ],
  ['urgency:not:low', [['urgency', 'neq', 'low']]],
  ['urgency:is:low', [['urgency', 'eq', 'low']]],
  ['urgency:is not low', [['urgency', 'neq', 'low']]],
  ['urgency:low', [['urgency', 'eq', 'low']]],
])('reads the filter %s', (filter, expected) => {
  expect(filterOf(filter)).toEqual(expected)
})

test('reads filters, periods and searches from brackets and from separate parameters', () => {
  const query = parse({
    'filter[postedDate][between]': '2026-01-01,2026-02-01',
    'filter[urgency]': 'not:low',
    filter: ['size[lt]:9', 'size[gt]:1'],
    period: '2026-01-02|2026-01-03',
    search: 'subject:re: lunch',
  })
  expect(query.filter.map(({ operator, values }) => [operator, ...values])).toEqual([
    ['between', '2026-01-01', '2026-02-01'],
    ['neq', 'low'],
    ['lt', '9'],
    ['gt', '1'],
    ['between', '2026-01-02', '2026-01-03'],
  ])
  expect(query.search).toEqual({ field: 'subject', text: 're: lunch' })
})

test('searches the first field by default, and does not search without words', () => {
  expect(parse({ search: 'off the record' }).search).toEqual({ field: 'messageBody', text: 'off the record' })
  expect(parse({ search: 'messageBody: ' }).search).toBeUndefined()
})

test.each([
  ['an unknown parameter', { filtr: 'urgency[eq]:low' }, 'filtr'],
  ['an unknown field', { filter: 'mood[eq]:low' }, 'mood'],
  ['a field of Object', { filter: 'constructor[eq]:low' }, 'constructor'],
  ['a second unknown field', { filter: 'urgency[eq]:low,mood[eq]:x' }, 'mood'],
  ['a field that only sorts', { filter: 'persons.displayName[eq]:Ann' }, 'persons.displayName'],
  ['an unknown operator', { filter: 'urgency[like]:low' }, 'like'],
  ['an operator of another type', { filter: 'groupId[gt]:' + id }, 'gt'],
  ['an unknown value', { filter: 'urgency[eq]:urgent' }, 'urgent'],
  ['one unknown value of many', { filter: 'channelType[in]:sms|fax' }, 'fax'],
  ['no value', { filter: 'subject[eq]:' }, 'subject'],
  ['half a period', { filter: 'postedDate[between]:2026-01-01' }, '2026-01-01'],
  ['a day that is none', { filter: 'postedDate[gt]:2026-02-30' }, '2026-02-30'],
  [
    'a moment after the last year',
    { filter: 'postedDate[gt]:9999-12-31T23:30:00-01:00' },
    '9999-12-31T23:30',
  ],
  ['a time without a zone', { filter: 'postedDate[gt]:2026-02-03T10:00' }, '2026-02-03T10:00'],
  ['a number that is none', { filter: 'size[gt]:1e9' }, '1e9'],
  ['an id that is none', { filter: 'groupId[eq]:1' }, '“1”'],
  ['a value for empty', { filter: 'subject[empty]:no' }, 'subject'],
  ['NUL', { filter: 'subject[eq]:a\u0000' }, 'subject'],
  ['an unknown sort', { sort: '-mood' }, 'mood'],
  ['a field that cannot be sorted by', { sort: 'subject' }, 'subject'],
  ['an unknown direction', { 'sort[urgency]': 'DOWN' }, 'DOWN'],
  ['an unknown search', { search: 'mood:low' }, 'mood'],
  ['two searches', { search: ['messageBody:a', 'messageBody:b'] }, 'search'],
  ['page 0', { page: '0' }, 'page'],
  ['a negative page', { page: '-1' }, 'page'],
  ['a page in the far distance', { page: '1e9' }, 'page'],
  ['a page beyond 200', { size: '201' }, 'size'],
  ['no page', { limit: '0' }, 'limit'],
  ['a count beyond what is counted', { exactTo: '100001' }, 'exactTo'],
  ['page and skip', { page: '1', skip: '2' }, 'page'],
  ['two limits', { limit: ['1', '2'] }, 'limit'],
  ['a period that is none', { period: 'soon' }, 'soon'],
])('refuses %s, naming it', (_, raw, token) => {
  const result = listQuery(spec).safeParse(raw)
  expect(result.error?.issues[0]?.message).toContain(token)
})

test('an export takes the same question without a page', () => {
  expect(exportQuery(spec).parse({ filter: 'urgency[eq]:low' }).filter).toHaveLength(1)
  expect(exportQuery(spec).safeParse({ limit: '1' }).error?.issues[0]?.message).toContain('limit')
})

const date = fc
  .date({ min: new Date('0001-01-02'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .chain((at) => fc.constantFrom(at.toISOString(), at.toISOString().slice(0, 10)))
const texts = fc
  .string({ minLength: 1, unit: 'grapheme' })
  .filter((text) => !text.includes('\u0000') && text.isWellFormed())

function valueOf(field: Field): fc.Arbitrary<string> {
  if (field.type === 'enum') return fc.constantFrom(...field.values!)
  if (field.type === 'uuid') return fc.uuid()
  if (field.type === 'date') return date
  if (field.type === 'number') return fc.integer().map(String)
  return fc.oneof(texts, fc.constantFrom('a,urgency[eq]:b', '\\', '|', ',', '\\,', ':', 'a\\|b', 'is:x'))
}

const condition: fc.Arbitrary<Condition> = fc
  .constantFrom(...Object.entries<Field>(spec.fields).filter(([, field]) => field.filter !== false))
  .chain(([name, field]) =>
    fc.constantFrom(...operatorsOf(field)).chain((operator) => {
      const sizes = { in: [1, 4], nin: [1, 4], between: [2, 2], empty: [0, 0], nempty: [0, 0] }
      const [minLength, maxLength] = sizes[operator as keyof typeof sizes] ?? [1, 1]
      return fc
        .array(valueOf(field), { minLength: minLength!, maxLength: maxLength! })
        .map((values) => ({ field: name, operator, values }))
    }),
  )

const query = fc.record({
  limit: fc.integer({ min: 1, max: 200 }),
  skip: fc.nat({ max: 1_000_000 }),
  exactTo: fc.integer({ min: 1, max: 100_000 }),
  sort: fc.array(
    fc.record({
      field: fc.constantFrom('postedDate' as const, 'urgency' as const, 'size' as const),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  filter: fc.array(condition, { maxLength: 6 }),
  search: fc.record({
    field: fc.constantFrom('messageBody', 'subject'),
    text: texts.filter((text) => text.trim() !== ''),
  }),
})

test('parsing a formatted filter gives the same filter', { tags: ['whole'] }, () => {
  fc.assert(
    fc.property(query, (asked) => {
      expect(parseListQuery(spec, formatListQuery(asked))).toEqual(asked)
    }),
    { numRuns: 500 },
  )
})

test('any text is either read or refused with a sentence, and never crashes', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'urgency',
      'size',
      '[',
      ']',
      '[eq]',
      '[in]:',
      ':',
      ',',
      '|',
      '\\',
      'low',
      'is',
      '30',
      '-',
    ),
    fc.string({ maxLength: 3 }),
  )
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(
      fc.constantFrom('filter', 'sort', 'search', 'period', 'page', 'filter[size]'),
      text,
      (name, value) => {
        const result = listQuery(spec).safeParse({ [name]: value })
        if (result.success) expect(() => formatListQuery(result.data)).not.toThrow()
        else expect(result.error.issues[0]?.message).toMatch(/\S/)
      },
    ),
    { numRuns: 1000 },
  )
})

test('a day is a whole day and a time a millisecond, half-open', () => {
  expect(dateSpan('2026-01-31')).toEqual({ start: new Date('2026-01-31'), end: new Date('2026-02-01') })
  expect(dateSpan('2026-01-31T09:00:00+02:00')).toEqual({
    start: new Date('2026-01-31T07:00:00Z'),
    end: new Date('2026-01-31T07:00:00.001Z'),
  })
})

test('the span of any date has years of four digits, which the database can read', () => {
  fc.assert(
    fc.property(date, (text) => {
      const { start, end } = dateSpan(text)!
      for (const moment of [start, end]) expect(moment.toISOString()).toMatch(/^\d{4}-/)
    }),
    { examples: [['9999-12-31'], ['9999-12-31T23:59:59.999Z']] },
  )
})

test('thirty days back are today and the twenty-nine days before it', () => {
  expect(periodSpan(['30'], new Date('2026-01-31T15:00:00Z'))).toEqual({
    start: new Date('2026-01-02'),
    end: new Date('2026-02-01'),
  })
})
