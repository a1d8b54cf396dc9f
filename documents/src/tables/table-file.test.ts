import { roundsOf } from '@verbatim/reference/share.ts'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import readXlsxFile from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, tableFile } from './table-file.ts'

async function written(format: 'csv' | 'xlsx', names: string[], ...batches: Cell[][][]): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const table = {
    columns: names.map((name) => ({ name })),
    rowsTotal: batches.flat().length,
    batches: (async function* () {
      yield* batches
    })(),
  }
  for await (const chunk of tableFile(format, table)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const csvRows = (file: Buffer) => parse(file, { bom: true, record_delimiter: '\r\n' }) as string[][]
const sheetRows = async (file: Buffer) => {
  const [sheet] = (await readXlsxFile(file)) as unknown as { data: unknown[][] }[]
  return sheet!.data
}

test('a CSV file opens in Excel: byte order mark, CRLF, quotes, times in UTC', async () => {
  const file = await written(
    'csv',
    ['Date', 'Content', 'Count', 'Kept'],
    [[new Date('2026-01-02T03:04:05Z'), 'a "b",\nc', 3, true]],
  )
  expect(file.toString()).toBe(
    '\ufeff"Date","Content","Count","Kept"\r\n2026-01-02T03:04:05.000Z,"a ""b"",\nc",3,yes\r\n',
  )
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://x")', '＝1', '|cmd'])(
  '%j never becomes a formula in a spreadsheet',
  async (text) => {
    const [, [csv]] = csvRows(await written('csv', ['x'], [[text]])) as [unknown, [string]]
    expect(csv.replace(/^'/, '')).toBe(text)
    expect(csv).not.toMatch(/^[=+\-@\t\r＝]/)
    expect((await sheetRows(await written('xlsx', ['x'], [[text]])))[1]).toEqual([text.trim()])
  },
)

const content = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('_x0041_', '\u0001', ']]>', '<b>&amp;', 'a\r\nb', '手机', '👍', '\ufffe'),
  )
  .filter(
    (text) =>
      text.trim() !== '' && text.trim() === text && text.isWellFormed() && !/^[=+\-@\t\r＝＋－＠]/.test(text),
  )

test('a written file is read back cell by cell', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(content, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 5 }),
      async (rows) => {
        expect(csvRows(await written('csv', ['a', 'b'], rows))).toEqual([['a', 'b'], ...rows])
        const sheet = await sheetRows(await written('xlsx', ['a', 'b'], rows))
        expect(sheet).toEqual([['a', 'b'], ...rows])
      },
    ),
    { numRuns: roundsOf(100) },
  )
})

test('a spreadsheet keeps times, numbers, booleans and blanks, and cuts only texts that are too long for a cell', async () => {
  const long = 'x'.repeat(40_000)
  const time = new Date('2026-01-02T03:04:05Z')
  const [, row] = await sheetRows(
    await written('xlsx', ['a', 'b', 'c', 'd', 'e', 'f'], [[time, 1.5, true, null, long, 'end']]),
  )
  expect(row!.slice(0, 4)).toEqual([time, 1.5, true, null])
  expect(row![4]).toHaveLength(32_767)
  expect(row![4]).toMatch(/cut: the CSV file has all of it\)$/)
})

test('a file of many rows is written while its rows are read', async () => {
  let read = 0
  const table = {
    columns: [{ name: 'a' }],
    rowsTotal: 100_000,
    batches: (async function* () {
      for (; read < 100_000; read += 1000)
        yield Array.from({ length: 1000 }, (_, i) => [`${read + i} ${'text '.repeat(10)}`])
    })(),
  }
  let chunks = 0
  let readAtFirstRows = 0
  for await (const chunk of tableFile('xlsx', table)) {
    chunks++
    if (chunk.length > 1000 && readAtFirstRows === 0) readAtFirstRows = read
  }
  expect(chunks).toBeGreaterThan(20)
  expect(readAtFirstRows).toBeLessThan(50_000)
})

test.each(['csv', 'xlsx'] as const)('an error while reading fails the whole %s file', async (format) => {
  const table = {
    columns: [{ name: 'a' }],
    rowsTotal: 1,
    batches: (async function* (): AsyncGenerator<Cell[][]> {
      yield [['x']]
      throw new Error('the database went away')
    })(),
  }
  await expect(Array.fromAsync(tableFile(format, table))).rejects.toThrow('the database went away')
})
