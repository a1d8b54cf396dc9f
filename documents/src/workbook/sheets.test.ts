import { expect, test } from 'vitest'
import { readWorkbookTable } from '#tables/workbook-table.ts'
import { unzipPart, zipParts } from '#zip/unzip.ts'
import { zipFile } from '#zip/zip.ts'
import { sheetsOf } from './sheets.ts'

async function packed(parts: Record<string, string>): Promise<Buffer> {
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: [Buffer.from(text)] }))
  return Buffer.concat(await Array.fromAsync(zipFile(entries)))
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`

async function cellsOf(parts: Record<string, string>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  const opened = sheetsOf([...zipParts(await packed(parts))], (part) => unzipPart(part, 1_000_000).toString())
  for (const sheet of opened) {
    const cells: string[] = (found[sheet.name] = [])
    sheet.read({ cell: (line, column, text) => void cells.push(`${line}:${column} ${text}`) })
  }
  return found
}

test('each cell has its place and its displayed value', async () => {
  expect(
    await cellsOf({
      'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="A &amp; B"/></x:sheets></x:workbook>',
      'xl/sharedStrings.xml':
        '<sst><si><r><t>two </t></r><r><t>runs</t></r><rPh><t>read aloud</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[h]:mm &quot;day&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheetOf(
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c t="n"><v>3.51912000111E+11</v></c><c r="AB2"><v>1.50</v></c></row>' +
          '<row><c t="b"><v>1</v></c><c s="1"><v>46053.5</v></c><c s="2"><v>0.25</v></c><c t="str"><f>A1</f><v>a_x000D_b</v></c></row>',
      ),
    }),
  ).toEqual({
    'A & B': [
      '2:1 two runs',
      '2:2 351912000111',
      '2:27 1.5',
      '3:0 yes',
      '3:1 2026-01-31 12:00:00',
      '3:2 0.25',
      '3:3 a\rb',
    ],
  })
})

test('sheets are in the order of their tabs, and days follow the calendar of the workbook', async () => {
  expect(
    await cellsOf({
      'xl/workbook.xml':
        '<workbook><workbookPr date1904="1"/><sheets><sheet name="First" sheetId="9" r:id="rId7"/><sheet name="Second" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/><Relationship Id="rId7" Target="worksheets/sheet2.xml"/></Relationships>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': sheetOf('<row><c s="0"><v>44591</v></c></row>'),
      'xl/worksheets/sheet2.xml': sheetOf('<row><c t="inlineStr"><is><t>first</t></is></c></row>'),
    }),
  ).toEqual({ First: ['1:0 first'], Second: ['1:0 2026-01-31'] })
})

test('a table stays within its limits, however far apart its cells are', async () => {
  const limits = { rows: 2, columns: 3, cell: 100 }
  const table = async (rows: string) =>
    readWorkbookTable(
      await packed({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': sheetOf(rows) }),
      limits,
    )
  const row = (line: number, column: string) =>
    `<row r="${line}"><c r="${column}${line}"><v>1</v></c><c r="XFD${line}" t="str"><v> </v></c></row>`
  expect(await table(row(1, 'A') + row(1_048_576, 'C'))).toEqual([
    { line: 1, cells: ['1'] },
    { line: 1_048_576, cells: ['', '', '1'] },
  ])
  await expect(table(row(1, 'D'))).rejects.toMatchObject({ problem: 'too-many-columns' })
  await expect(table([1, 2, 3, 4].map((line) => row(line, 'A')).join(''))).rejects.toMatchObject({
    problem: 'too-many-rows',
  })
})
