import { gzipSync } from 'node:zlib'
import { isWhole } from '@verbatim/reference/share.ts'
import { describe, expect, test } from 'vitest'
import { bytesOf, mail, tar, zipped } from '#testing/files.ts'
import { longestText } from './file-text.ts'
import { readFile } from './read-file.ts'
import { textPdf } from './text-pdf.ts'

type Parts = Readonly<Record<string, string | Uint8Array>>

const word = (parts: Parts = {}) =>
  zipped({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': '<Relationships/>',
    'docProps/app.xml': '<Properties><Application>Program</Application></Properties>',
    'word/styles.xml': '<w:styles><w:style w:styleId="Heading"/></w:styles>',
    'word/document.xml': '<w:document><w:p><w:t>Hello</w:t></w:p></w:document>',
    'word/media/image1.png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    ...parts,
  })
const slides = (parts: Parts) =>
  zipped({
    'ppt/presentation.xml': '<p/>',
    'ppt/slides/slide1.xml': '<p:sld><a:p><a:r><a:t>Hello</a:t></a:r></a:p></p:sld>',
    'ppt/slideMasters/slideMaster1.xml': '<p:sldMaster><a:p><a:t>Click to edit</a:t></a:p></p:sldMaster>',
    ...parts,
  })
const workbook = (parts: Parts = {}) =>
  zipped({
    'xl/workbook.xml': '<workbook><sheets><sheet name="Fees" sheetId="1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row><c r="A1" t="inlineStr"><is><t>Hello</t></is></c></row></sheetData></worksheet>',
    ...parts,
  })
const openDocument = (parts: Parts) =>
  zipped({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': '<office:text><text:p>Hello</text:p></office:text>',
    'meta.xml': '<office:meta><meta:generator>Program</meta:generator></office:meta>',
    ...parts,
  })

const compound = Buffer.from('d0cf11e0a1b11ae1'.padEnd(600, '0'), 'hex')

describe('within a document,', () => {
  test.each<[string, (parts: Parts) => Promise<Buffer>, () => Promise<Parts>]>([
    [
      'a workbook in Word',
      word,
      async () => ({ 'word/embeddings/a.xlsx': await workbook({ 'x.txt': 'secret' }) }),
    ],
    ['a PDF in PowerPoint', slides, async () => ({ 'ppt/embeddings/a.bin': textPdf('T', ['secret']) })],
    ['a mail in Excel', workbook, async () => ({ 'xl/embeddings/a.bin': mail('secret') })],
    [
      'a document in a document in a document',
      word,
      async () => ({
        'word/embeddings/a.docx': await word({ 'word/embeddings/b.docx': await word({ 'c.txt': 'secret' }) }),
      }),
    ],
    ['a text beside the parts of Word', word, async () => ({ 'plan.txt': 'secret' })],
    ['a text under the name of a picture', word, async () => ({ 'word/media/image2.png': 'secret' })],
    [
      'a text under the name of a description',
      word,
      async () => ({ 'word/_rels/document.xml.rels': 'secret' }),
    ],
    [
      'the text of a drawing',
      word,
      async () => ({
        'word/media/i.svg': '<svg><style>Heading</style><path d="Program"/><text>secret</text></svg>',
      }),
    ],
    [
      'a text within a description',
      word,
      async () => ({ 'word/_rels/a.rels': '<Relationships>secret</Relationships>' }),
    ],
    ['an imported page', word, async () => ({ 'word/afchunk.htm': '<html><body>secret</body></html>' })],
    [
      'a diagram in Word',
      word,
      async () => ({
        'word/diagrams/data1.xml': '<dgm:dataModel><a:p><a:t>secret</a:t></a:p></dgm:dataModel>',
      }),
    ],
    [
      'a chart in Word',
      word,
      async () => ({
        'word/charts/chart1.xml':
          '<c:chart><c:f>Sheet1!$A$1</c:f><c:strCache><c:pt idx="0"><c:v>secret</c:v></c:pt></c:strCache></c:chart>',
      }),
    ],
    [
      'a sheet that no tab shows',
      workbook,
      async () => ({ 'xl/worksheets/sheet9.xml': '<c t="inlineStr"><is><t>secret</t></is></c>' }),
    ],
    [
      'what a pivot table keeps',
      workbook,
      async () => ({
        'xl/pivotCache/pivotCacheDefinition1.xml': '<sharedItems><s v="secret"/></sharedItems>',
      }),
    ],
    [
      'the header of an OpenDocument text',
      openDocument,
      async () => ({ 'styles.xml': '<style:header><text:p>secret</text:p></style:header>' }),
    ],
    [
      'an object in an OpenDocument text',
      openDocument,
      async () => ({ 'Object 1/content.xml': '<office:chart><text:p>secret</text:p></office:chart>' }),
    ],
  ])('%s is read', async (_, made, parts) => {
    const read = await readFile(await made(await parts()))
    expect(read).toMatchObject({ state: 'read', text: expect.stringMatching(/Hello[^]*secret/) })
    if ('text' in read) expect(read.text).not.toMatch(/Program|Heading|Click|Sheet1!/)
  })

  test('the runs of a paragraph of a chart are one text', async () => {
    const chart = '<a:p><a:r><a:t>off the re</a:t></a:r><a:r><a:rPr/><a:t>cord</a:t></a:r></a:p><c:v>1</c:v>'
    expect(await readFile(await word({ 'word/charts/chart1.xml': chart }))).toEqual({
      state: 'read',
      text: 'Hello\n\noff the record\n\n1',
    })
  })

  test.each<[string, (parts: Parts) => Promise<Buffer>, Parts]>([
    ['an old Office file', word, { 'word/embeddings/oleObject1.bin': compound }],
    ['an old Office file in a workbook', workbook, { 'xl/embeddings/oleObject1.bin': compound }],
    ['half a zip file', slides, { 'ppt/embeddings/a.docx': 'PK\x03\x04' }],
    ['something unknown', word, { 'word/other.bin': Buffer.from([0, 1, 2]) }],
    ['an object of another program', openDocument, { 'Object 1': compound }],
    ...(isWhole
      ? ([
          ['more than may be unpacked', word, { 'bomb.gz': gzipSync(Buffer.alloc(101 * 1024 * 1024, 32)) }],
        ] satisfies [string, (parts: Parts) => Promise<Buffer>, Parts][])
      : []),
  ])('%s makes it partly read', async (_, made, parts) => {
    expect(await readFile(await made(parts))).toMatchObject({
      state: 'partly',
      text: expect.stringMatching('Hello'),
    })
  })

  test.each<[string, (parts: Parts) => Promise<Buffer>, Parts]>([
    ['pictures and descriptions', word, {}],
    ['macros', word, { 'word/vbaProject.bin': compound }],
    ['a preview', openDocument, { 'Thumbnails/thumbnail.png': compound }],
    ['masters', slides, {}],
  ])('%s do not', async (_, made, parts) => {
    expect(await readFile(await made(parts))).toEqual({
      state: 'read',
      text: expect.stringMatching(/^(?:Fees\n)?Hello$/),
    })
  })

  test('files are opened to a depth, and only a number of them', { tags: ['whole'] }, async () => {
    let bytes = await word({ 'a.txt': 'innermost' })
    for (let depth = 0; depth < 6; depth++) bytes = await word({ 'word/embeddings/a.docx': bytes })
    expect(await readFile(bytes)).toMatchObject({ state: 'partly' })
    const many = Object.fromEntries(Array.from({ length: 2_010 }, (_, at) => [`${at}.txt`, 'x']))
    expect(await readFile(await word(many))).toMatchObject({ state: 'partly' })
  })
})

/** A PDF to which a file is attached, either as a whole or by a note on its page. */
function pdfWith(bytes: Buffer, to: 'file' | 'page'): Buffer {
  const [catalog, page] =
    to === 'file'
      ? ['/Names << /EmbeddedFiles << /Names [(plan.txt) 9 0 R] >> >> ', '']
      : ['', '/Annots [<< /Type /Annot /Subtype /FileAttachment /Rect [0 0 9 9] /FS 9 0 R >>] ']
  return bytesOf(
    Buffer.from(textPdf('Title', ['Hello']))
      .toString('latin1')
      .replace('/Type /Catalog ', `/Type /Catalog ${catalog}`)
      .replace('/Type /Page ', `/Type /Page ${page}`)
      .replace(
        'xref\n0',
        '9 0 obj\n<< /Type /Filespec /F (plan.txt) /EF << /F 10 0 R >> >>\nendobj\n' +
          `10 0 obj\n<< /Type /EmbeddedFile /Filter /ASCIIHexDecode /Length ${bytes.length * 2 + 1} >>\nstream\n${bytes.toString('hex')}>\nendstream\nendobj\nxref\n0`,
      ),
    'latin1',
  )
}

describe('a file attached to a PDF', () => {
  test.each(['file', 'page'] as const)('or to a page of it is read: %s', async (to) => {
    expect(await readFile(pdfWith(bytesOf('secret'), to))).toEqual({
      state: 'read',
      text: 'Title\nHello\n\nAttached: plan.txt\nsecret',
    })
    expect(await readFile(pdfWith(await word({ 'a.txt': 'secret' }), to))).toMatchObject({
      state: 'read',
      text: expect.stringContaining('secret'),
    })
    expect(await readFile(pdfWith(compound, to))).toEqual({
      state: 'partly',
      text: 'Title\nHello\n\nAttached: plan.txt',
    })
  })
})

describe('an archive', () => {
  test('with a file after a text that just fits is partly read', async () => {
    const first = 'a'.repeat(longestText - 'a.txt\n\n\n'.length)
    const bytes = await zipped({ 'a.txt': first, 'b.txt': 'secret' })
    expect(await readFile(bytes)).toMatchObject({ state: 'partly' })
    expect(await readFile(await zipped({ 'a.txt': first }))).toMatchObject({ state: 'read' })
  })

  test('with a file under the name of a folder is read', async () => {
    const bytes = await zipped({ 'a.txt': 'Hello', empty_: '', secrets_: 'secret' })
    const folders = bytes.toString('latin1').replaceAll('empty_', 'empty/').replaceAll('secrets_', 'secrets/')
    expect(await readFile(bytesOf(folders, 'latin1'))).toEqual({
      state: 'read',
      text: 'a.txt\nHello\n\nsecrets/\nsecret',
    })
  })

  test.each([
    ['of an unknown kind', 'S', 6, { state: 'partly', text: 'a.txt' }],
    ['that ends too late', '0', 7, { state: 'partly', text: 'a.txt\nsecret' }],
    ['that is contiguous', '7', 6, { state: 'read', text: 'a.txt\nsecret' }],
  ])('of tapes with a file %s', async (_, kind, size, expected) => {
    const bytes = tar('a.txt', bytesOf('secret')).subarray(0, 512 + 6)
    bytes.write(kind, 156)
    bytes.write(size.toString(8).padStart(11, '0'), 124)
    expect(await readFile(bytes)).toEqual(expected)
  })

  test('of tapes with a size in binary is read', async () => {
    const bytes = Buffer.concat([tar('a.txt', bytesOf('first')), tar('b.txt', bytesOf('secret'))])
    // Without the blocks of zeros that end the first.
    const both = Buffer.concat([bytes.subarray(0, 1024), bytes.subarray(1536)])
    both.fill(0, 124, 136)
    both.writeUInt8(0x80, 124)
    both.writeUInt8(5, 135)
    expect(await readFile(both)).toEqual({ state: 'read', text: 'a.txt\nfirst\n\nb.txt\nsecret' })
  })
})

test('a file within Rich Text, which is not read, makes it partly read', async () => {
  const rtf = String.raw`{\rtf1\ansi Hello {\object\objemb{\*\objdata d0cf11e0}}}`
  expect(await readFile(bytesOf(rtf))).toEqual({ state: 'partly', text: 'Hello' })
})
