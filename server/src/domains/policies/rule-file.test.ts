import { expect, test } from 'vitest'
import { readRuleFile } from './rule-file.ts'

const read = async (file: string | Uint8Array, fileType: 'phrase_csv' | 'regex_csv' = 'phrase_csv') =>
  readRuleFile(typeof file === 'string' ? Buffer.from(file) : file, { fileType, scope: 'message' })
const patternsOf = async (file: string, fileType?: 'phrase_csv' | 'regex_csv') =>
  (await read(file, fileType)).rules.map(({ pattern }) => pattern)

test.each([
  ['a byte order mark', '\ufeffbuy\nsell', ['buy', 'sell']],
  ['Windows line ends', 'buy\r\nsell\r\n', ['buy', 'sell']],
  ['rows of unequal length', 'buy,a,b\nsell\n', ['buy', 'sell']],
  ['quoted commas, quotes and line ends', '"a, ""b"""\n"c\nd"\n', ['a, "b"', 'c\nd']],
  ['blank rows', '\n\nbuy\n,\n', ['buy']],
  ['a heading', 'Phrase\nbuy\n', ['buy']],
  ['white space that belongs to the pattern', ' buy \n', [' buy ']],
])('reads %s', async (_, file, expected) => {
  expect(await patternsOf(file)).toEqual(expected)
})

test('reads quotes in the middle of a regex literally', async () => {
  expect(await patternsOf('a"b\\d{2}\n', 'regex_csv')).toEqual(['a"b\\d{2}'])
})

test.each([
  ['nothing', '', 'policy.empty-file'],
  ['a heading alone', 'pattern\n', 'policy.empty-file'],
  ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x62, 0x00]), 'policy.not-csv'],
  ['a workbook', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), 'policy.not-csv'],
  ['a quotation that does not end', '"buy\nsell', 'policy.not-csv'],
  ['too many rows', 'buy\n'.repeat(10_001), 'policy.too-many-rows'],
  ['too many bytes', new Uint8Array(5 * 1024 * 1024 + 1), 'request.too-large'],
])('refuses %s', async (_, file, code) => {
  await expect(read(file)).rejects.toThrow(expect.objectContaining({ code }))
})

test('counts rows as a spreadsheet does, including blank rows and the heading', async () => {
  const { errors, total } = await read('regex\n\nok\n(\n', 'regex_csv')
  expect({ errors, total }).toEqual({
    errors: [{ row: 4, pattern: '(', message: 'This regex has wrong pattern.' }],
    total: 2,
  })
})

test('reads the column for phrases in disguise at any position', async () => {
  const said = async (file: string) =>
    (await read(file)).rules.map(({ name, alsoDisguised }) => [name, alsoDisguised])
  expect(await said('phrase,Also disguised\nbuy,no\nsell,\n')).toEqual([
    ['', false],
    ['', true],
  ])
  expect(await said('phrase,name,note,also disguised\nbuy,Buying,x,OFF\nsell,Selling,,Yes\n')).toEqual([
    ['Buying', false],
    ['Selling', true],
  ])
  // Without a heading, a second column holds names.
  expect(await said('buy,no\n')).toEqual([['no', true]])
})

test.each(['maybe', 'constructor', '1'])(
  'names the row that says neither yes nor no, but %s',
  async (answer) => {
    const { errors } = await read(`phrase,also disguised\nbuy,yes\nsell,${answer}\n`)
    expect(errors).toEqual([{ row: 3, pattern: 'sell', message: 'Also disguised: enter yes or no.' }])
  },
)

test.each([
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['bars', '|'],
])('reads columns between %s, if the heading has them', async (_, sign) => {
  const file = ['phrase,name,also disguised', 'guaranteed return,Guarantees,no', '"a;b, c",Off,']
  const { rules } = await read(file.map((row) => row.replace(/,(?! )/g, sign)).join('\r\n'))
  expect(rules).toMatchObject([
    { pattern: 'guaranteed return', name: 'Guarantees', alsoDisguised: false },
    { pattern: 'a;b, c', name: 'Off', alsoDisguised: true },
  ])
  expect((await read(`"Regex"${sign}Name\na\\d${sign}x\n`, 'regex_csv')).rules).toMatchObject([
    { pattern: 'a\\d', name: 'x' },
  ])
})

test.each([
  ['semicolons', 'guaranteed return;Guarantees\r\noff the record;Off\r\n', 'semicolons'],
  ['tabs', 'guaranteed return\tGuarantees\n\noff the record\tOff\n', 'tabs'],
  ['one semicolon in its only row', 'buy;Buying', 'semicolons'],
  ['an unknown heading', 'Begriff;Bezeichnung\nbuy;Buying\n', 'semicolons'],
])('asks for a heading where all rows may be columns: %s', async (_, file, signs) => {
  await expect(read(file)).rejects.toThrow(
    expect.objectContaining({ code: 'policy.which-separator', details: { signs } }),
  )
})

test.each([
  ['a heading without another column', 'phrase\nbuy;sell\nhold;keep\n', ['buy;sell', 'hold;keep']],
  ['rows of unequal length', 'buy;sell\nhold\n', ['buy;sell', 'hold']],
  ['quotes', '"buy;sell"\n"hold;keep"\n', ['buy;sell', 'hold;keep']],
  ['commas as well', 'buy;sell,Trading\nhold;keep,Holding\n', ['buy;sell', 'hold;keep']],
  ['bars, which regexes have', 'buy|sell\nhold|keep\n', ['buy|sell', 'hold|keep']],
])('keeps semicolons that belong to a pattern: %s', async (_, file, expected) => {
  expect(await patternsOf(file)).toEqual(expected)
})

test('of two rows with one phrase, what either finds is found', async () => {
  const { rules, total } = await read('phrase,also disguised\nbuy,no\nbuy,yes\nbuy,no\n')
  expect(total).toBe(3)
  expect(rules).toMatchObject([{ pattern: 'buy', alsoDisguised: true }])
})
