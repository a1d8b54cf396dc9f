import { createHash } from 'node:crypto'
import { isWhole, roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { readFile } from '#text/read-file.ts'
import { directedRuns } from './direction.ts'
import { blocksOf, type Report, type ReportParts, type ReportTable } from './report.ts'
import { reportPdf } from './report-pdf.ts'
import { reportWorkbook } from './report-workbook.ts'

const dayMs = 86_400_000
const days = Array.from({ length: 30 }, (_, at) =>
  new Date(Date.parse('2026-10-26') + at * dayMs).toISOString().slice(0, 10),
)

const figure = (name: string, value: number | null, previous: number | null) => ({
  name,
  text: value === null ? '–' : value.toLocaleString('en'),
  change: previous === null ? 'now' : `was ${previous}`,
  value,
  previous,
  unit: '',
  meaning: `What ${name} means.`,
  formula: 'Rows of the period.',
})

const people = (rows: number, total: number): ReportTable => ({
  kind: 'table',
  title: 'Active representatives',
  columns: [
    { name: 'Name', part: 3 },
    { name: 'Sent', part: 1, isNumber: true },
  ],
  rows: Array.from({ length: rows }, (_, at) => [
    { text: `Person ${at + 1}` },
    { text: (1_000 * at).toLocaleString('en'), value: 1_000 * at },
  ]),
  total,
})

const report: Report = {
  title: 'Cognitive Compliance',
  over: 'Halden “Zürich” 瑞士财富 Жуковский Ελλάς · Weekly',
  notes: [
    '26 Oct – 24 Nov 2026, Europe/Zurich · compared with 26 Sep – 25 Oct 2026 · counted at 25 Nov 2026, 08:00',
    'Counted for 王小明: what they can’t see is not counted.',
  ],
  link: 'https://halden.example/metrics/cognitive-compliance?period=2026-10-26%7C2026-11-24',
  blocks: [
    {
      kind: 'figures',
      figures: [
        figure('Events raised', 1234, 1100),
        figure('Open events', 7, null),
        figure('Precision', null, 50),
      ],
    },
    {
      kind: 'series',
      title: 'Events per day',
      days,
      values: days.map((_, at) => (at === 3 ? null : (at * 7) % 11)),
      previous: days.map((_, at) => (at * 5) % 9),
      zeroText: '0',
      mostText: '10',
    },
    { kind: 'text', text: 'What the desk looks at\n\nEvery Monday.' },
    {
      kind: 'parts',
      title: 'Events by policy',
      first: 'Policy',
      further: 'Precision',
      parts: [
        ['Guarantees of return 保证收益', 30, 20, 50] as const,
        ['=HYPERLINK("http://x")', 3, 20, null] as const,
      ].map(([label, value, previous, precision]) => ({
        label,
        value,
        previous,
        text: String(value),
        change: value > previous ? '50% more' : '85% fewer',
        further: { value: precision, text: precision === null ? '–' : `${precision}%` },
      })),
    },
    { kind: 'parts', title: 'Events by status', first: 'Status', parts: [] },
    { kind: 'text', title: 'Precision', text: 'It could not be counted.' },
    people(3, 3),
  ],
  madeAt: new Date('2026-11-25T07:00:00Z'),
}

const bytesOf = async (chunks: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

let once: Promise<Buffer> | undefined
/** The file of the report, for the tests that look at it. */
const pdf = () => (once ??= reportPdf(report))

test('a PDF has every text of a report, in any script', async () => {
  const file = await readFile(await pdf())
  await expect('text' in file ? file.text : '').toMatchFileSnapshot('golden/report.pdf.txt')
})

test('the same report gives the same file, of one page, without external resources', async () => {
  const [one, other] = [await pdf(), await reportPdf(report)]
  const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(hash(one)).toBe(hash(other))
  const text = one.toString('latin1')
  expect(text.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  expect(text).not.toMatch(/\/JavaScript|\/Launch|\/EmbeddedFile/)
  expect(one.length).toBeLessThan(120_000)
})

test('a long report continues on further pages, each with a footer', async () => {
  const [policies] = blocksOf(report, 'parts')
  const many: ReportParts = {
    ...policies!,
    parts: Array.from({ length: 20 }, (_, at) => ({ ...policies!.parts[0]!, label: `Policy ${at + 1}` })),
  }
  const long = { ...report, blocks: [...report.blocks.slice(0, 2), many, many, many, many] }
  const file = await readFile(await reportPdf(long))
  const text = 'text' in file ? file.text : ''
  expect(text.match(/page \d of 3/g)).toEqual(['page 1 of 3', 'page 2 of 3', 'page 3 of 3'])
  expect(text.match(/Policy 20/g)).toHaveLength(4)
})

test('Korean, Chinese, Japanese, Arabic, Hebrew and Thai are drawn in their scripts, from right to left where needed', async () => {
  const names = ['김민준', '張師業 們場別', 'さくら商事', 'สมชาย ใจดี', 'سارة علي', 'דנה לוי']
  const rows = names.map((text) => [{ text }, { text: '1' }])
  const bytes = await reportPdf({ ...report, blocks: [{ ...people(0, 0), rows, total: rows.length }] })
  const file = await readFile(bytes)
  const text = 'text' in file ? file.text.normalize('NFKC') : ''
  for (const name of names.slice(0, 4)) expect(text).toContain(name.normalize('NFKC'))
  // Read from left to right, the last word comes first.
  expect(text).toMatch(/علي\P{L}+سارة/u)
  expect(text).toMatch(/לוי\P{L}+דנה/u)
})

test('mixed lines keep the order of reading: words from right to left, numbers and Latin from left to right', () => {
  const shown = (line: string) => directedRuns(line).map(({ text, isRightToLeft }) => [text, isRightToLeft])
  expect(shown('Policy 7')).toEqual([['Policy 7', false]])
  expect(shown('Ali (علي)')).toEqual([
    ['Ali (', false],
    ['علي', true],
    [')', false],
  ])
  expect(shown('شركة 2026 النور')).toEqual([
    [' النور', true],
    ['2026', false],
    ['شركة ', true],
  ])
  expect(shown('علي (Ali)')).toEqual([
    ['(', true],
    ['Ali', false],
    ['علي )', true],
  ])
})

test('a table continues on further pages under its heading, and shows its number of rows', async () => {
  const file = await readFile(await reportPdf({ ...report, blocks: [people(60, 312)] }))
  const text = 'text' in file ? file.text : ''
  expect(text).toContain('The first 50 of 312')
  expect(text.match(/^Name Sent$/gm)).toHaveLength(2)
  expect(text).toContain('Person 50')
  expect(text).not.toContain('Person 51')
})

const named = (title: string): ReportParts => ({ kind: 'parts', title, first: 'Channel', parts: [] })
const sheetsOf = async (titles: readonly string[]) => {
  const file = await bytesOf(reportWorkbook({ ...report, blocks: titles.map(named) }))
  const sheets = (await readXlsxFile(file)) as unknown as { sheet: string }[]
  return sheets.map(({ sheet }) => sheet)
}

test('texts of thousands of characters are cut to fit their columns', async () => {
  const signs = Array.from({ length: 4_000 }, (_, at) => String.fromCodePoint(0x4e00 + at))
  const rows = Array.from({ length: isWhole ? 50 : 10 }, (_, at) => [
    { text: [...signs.slice(at), ...signs.slice(0, at)].join('') },
    { text: '1'.repeat(4_000) },
  ])
  const file = await readFile(
    await reportPdf({ ...report, blocks: [{ ...people(0, 0), rows, total: rows.length }] }),
  )
  const text = 'text' in file ? file.text : ''
  expect(text.match(/^\S{30,60}… 1{5,30}…$/gm)).toHaveLength(rows.length)
}, 30_000)

test('sheets have names that spreadsheets take, and that differ', async () => {
  const long = 'Complaints of the northern desk and of the southern'
  const titles = ['A/B: [what?]', long, `${long} too`, 'figures', 'Calls about "fees" & <taxes>', 'History']
  expect(await sheetsOf([...titles, `${'x'.repeat(30)}'s`, "'quoted'", '\n?', "'", '\ud800'])).toEqual([
    'About',
    'Figures',
    'A B   what',
    'Complaints of the northern desk',
    'Complaints of the northern (2)',
    'figures (2)',
    'Calls about "fees" & <taxes>',
    'History (2)',
    'x'.repeat(30),
    'quoted',
    'Sheet',
    'Sheet (2)',
    '\ufffd',
  ])
})

test(
  'with any names of tiles, a workbook can be read and has a sheet for each tile',
  { tags: ['whole'] },
  async () => {
    const sign = fc.constantFrom(...Array.from(`"'&<>[]:*?/\\ aAß瑞😀\n\t\0\u0085\uffff\ud800`))
    const title = fc.oneof(
      fc.constantFrom('History', 'about', 'Figures', 'Sheet', "''", '_x0041_ x'),
      fc.string({ unit: sign, maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(title, { maxLength: 12 }), async (titles) => {
        const names = await sheetsOf(titles)
        expect(names).toHaveLength(titles.length + 2)
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
        for (const name of names) {
          expect(name.length).toBeLessThanOrEqual(31)
          expect(name).not.toMatch(/^['\s]|['\s]$|^history$|^$|[[\]:*?/\\\p{Cc}]/iu)
        }
      }),
      { numRuns: roundsOf(60) },
    )
  },
)

test('a workbook has the numbers, and no name becomes a formula', async () => {
  const sheets = (await readXlsxFile(await bytesOf(reportWorkbook(report)))) as unknown as {
    sheet: string
    data: unknown[][]
  }[]
  const shown = sheets.map(({ sheet, data }) => ({ sheet, rows: data.slice(0, 5) }))
  await expect(JSON.stringify(shown, undefined, 1)).toMatchFileSnapshot('golden/report.xlsx.txt')
})
