import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import { tableFile } from '@verbatim/documents/tables/table-file.ts'
import { zipFile } from '@verbatim/documents/zip/zip.ts'
import { readTable } from './read-table.ts'
import { readTableFile } from '@verbatim/documents/tables/table.ts'
import { UnreadableTable } from '@verbatim/documents/tables/unreadable-table.ts'

const limits = { rows: 20_000, columns: 200, cell: 32_767 }
const bytesOf = (text: string) => Buffer.from(text)
const read = async (file: Uint8Array | string) =>
  readTableFile(typeof file === 'string' ? bytesOf(file) : file, limits)
const problemOf = async (file: Uint8Array | string) => {
  const error: unknown = await read(file).then(
    () => undefined,
    (problem: unknown) => problem,
  )
  if (!(error instanceof UnreadableTable)) throw error ?? new Error('The file was read')
  return error.problem
}

async function packed(parts: Record<string, string>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: [Buffer.from(text)] }))
  for await (const chunk of zipFile(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function written(format: 'csv' | 'xlsx', columns: string[], rows: (string | number | Date)[][]) {
  const chunks: Uint8Array[] = []
  const batches = (async function* () {
    yield rows
  })()
  const source = { columns: columns.map((name) => ({ name })), rowsTotal: rows.length, batches }
  for await (const chunk of tableFile(format, source)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('delimited text', () => {
  test.each([
    ['commas', 'Email,Name\nann@a.example,Ann\n'],
    ['semicolons and CRLF', 'Email;Name\r\nann@a.example;Ann\r\n'],
    ['tabs and CR', 'Email\tName\rann@a.example\tAnn\r'],
    ['a byte order mark', '\ufeffEmail,Name\nann@a.example,Ann'],
    ['quotes', '"Email","Name"\n"ann@a.example","Ann"\n'],
    ['blank lines at the end', 'Email,Name\nann@a.example,Ann\n\n\n,,,\n'],
  ])('is read with %s', async (_, text) => {
    const { headings, rows } = await read(text)
    expect(headings).toEqual(['Email', 'Name'])
    expect(rows).toEqual([{ line: 2, cells: ['ann@a.example', 'Ann'] }])
  })

  test('is read in UTF-16 and in the encoding of Windows', async () => {
    const text = '\ufeffName\nZoë Ångström\n'
    const bigEndian = Buffer.from(text, 'utf16le').swap16()
    for (const file of [
      Buffer.from(text, 'utf16le'),
      bigEndian,
      Buffer.from('Name\nZo\xeb \xc5ngstr\xf6m\n', 'latin1'),
    ])
      expect((await read(file)).rows[0]?.cells).toEqual(['Zoë Ångström'])
  })

  test('counts lines as a spreadsheet does, including blank ones', async () => {
    const { rows } = await read('a\n\n"two\nlines"\nx\n')
    expect(rows.map(({ line }) => line)).toEqual([3, 4])
  })

  const ends: readonly [string, string][] = [
    ['doubled line ends', '\r\r\n'],
    ['a blank line after each row', '\n\n'],
    ['rows of empty cells', '\n,,\n , \n'],
  ]
  test.each(shareOf(ends, 3))('of 15,000 rows with %s loses none of them', async (_, end) => {
    const emails = Array.from({ length: 15_000 }, (_row, i) => `p${i}@a.example`)
    const { rows } = await read(['Email', ...emails].join(end) + end)
    expect(rows.map(({ cells }) => cells[0])).toEqual(emails)
  })

  test('counts only rows with content against its limit, and refuses one row more', async () => {
    const blank = '\n'.repeat(50_000)
    const rows = (n: number) => `Email\n${blank}${'a\n\n\n'.repeat(n)}${blank}`
    expect((await read(rows(20_000))).rows.at(-1)?.line).toBe(50_000 + 2 + 19_999 * 3)
    expect(await problemOf(rows(20_001))).toBe('too-many-rows')
  })

  test('restores texts that our own files protect from calculation', async () => {
    const cells = ['=1+1', '+351912000111', '@home', '-1', "it's", 'Žižek; "quoted", and\nbroken']
    const { rows } = await read(await written('csv', ['a', 'b', 'c', 'd', 'e', 'f'], [cells]))
    expect(rows[0]?.cells).toEqual(cells)
  })

  test('that is not delimited text is refused', async () => {
    expect(await problemOf('Email,Name\n"ann@a.example,Ann\n')).toBe('not-csv')
    expect(await problemOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]))).toBe(
      'not-csv',
    )
    expect(await problemOf('Email\nann\0@a.example\n')).toBe('not-csv')
    expect(await problemOf('')).toBe('empty')
    expect(await problemOf('Email,Name\n\n')).toBe('empty')
    expect(await problemOf(`${'a,'.repeat(1_000_000)}\n1\n`)).toBe('too-many-columns')
    expect(await problemOf(`Email\n${'a\n'.repeat(20_001)}`)).toBe('too-many-rows')
    expect((await read(`Email\n${'a\n'.repeat(20_000)}`)).rows).toHaveLength(20_000)
  })

  test('with any characters is read as a table or refused', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const outcome = await read(bytes).then(
          ({ rows }) => rows.length > 0,
          (error: unknown) => error instanceof UnreadableTable,
        )
        expect(outcome).toBe(true)
      }),
    )
  })
})

describe('a workbook', () => {
  test('returns texts, numbers without an exponent, and days', async () => {
    const file = await written(
      'xlsx',
      ['Name', 'Phone', 'Since'],
      [
        ['=cmd()', 351_912_000_111, new Date('2026-01-31')],
        ['_x0041_ & <b>', 1.5, '2'],
      ],
    )
    const { format, headings, rows } = await read(file)
    expect([format, headings]).toEqual(['xlsx', ['Name', 'Phone', 'Since']])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['=cmd()', '351912000111', '2026-01-31'],
      ['_x0041_ & <b>', '1.5', '2'],
    ])
  })

  test('is refused if it unpacks beyond the limit, declares entities, is damaged or is not a table', async () => {
    const sheet = { 'xl/workbook.xml': '<workbook/>' }
    expect(await problemOf(await packed({ ...sheet, 'xl/sharedStrings.xml': ' '.repeat(110_000_000) }))).toBe(
      'bad-workbook',
    )
    const lol = '<!DOCTYPE x [<!ENTITY a "aaaa">]><x>&a;</x>'
    expect(await problemOf(await packed({ ...sheet, 'xl/worksheets/sheet1.xml': lol }))).toBe('bad-workbook')
    expect(await problemOf(await packed(sheet))).toBe('bad-workbook')
    const whole = await written('xlsx', ['a'], [['b']])
    for (const length of [100, 500, whole.length - 30])
      expect(['bad-workbook', 'not-csv']).toContain(await problemOf(whole.subarray(0, length)))
    expect(await problemOf(await packed({ 'word/document.xml': '<w/>' }))).toBe('not-csv')
    expect(await problemOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('bad-workbook')
  })
})

test('a file is read in its own thread, and a file that kills the thread is refused', async () => {
  const { rows } = await readTable(bytesOf('a\n1\n'), limits)
  expect(rows).toHaveLength(1)
  await expect(readTable(bytesOf('a\n'), limits)).rejects.toMatchObject({ problem: 'empty' })
})

const tabular = sharedFile('data/files/tabular.tar.gz')
test.skipIf(!tabular)('the difficult tables of the shared data are read or refused by name', async () => {
  const outcomes: Record<string, number> = {}
  for (const { name, bytes } of readTarGz(tabular!)) {
    const outcome = await read(bytes).then(
      ({ format }) => format,
      (error: unknown) => {
        if (error instanceof UnreadableTable) return error.problem
        throw new Error(`${name} could not be read`, { cause: error })
      },
    )
    const extension = name.slice(name.lastIndexOf('.') + 1)
    const key = `${extension}: ${outcome}`
    outcomes[key] = (outcomes[key] ?? 0) + 1
  }
  expect(outcomes).toEqual({
    'csv: csv': 63,
    'csv: empty': 4,
    'csv: not-csv': 2, // compressed, with any name
    'csv: too-many-columns': 1,
    'gz: not-csv': 2,
    'ods: not-csv': 5,
    'xls: bad-workbook': 4,
    'xlsx: empty': 1,
    'xlsx: xlsx': 10,
    'zip: not-csv': 7,
  })
})
