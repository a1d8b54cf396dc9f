import { gzipSync } from 'node:zlib'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bytesOf, mail, tar, zipped } from '#testing/files.ts'
import { textPdf } from './text-pdf.ts'
import { longestText } from './file-text.ts'
import { mostFileBytes, readFile } from './read-file.ts'

const textIn = async (bytes: Uint8Array) => {
  const read = await readFile(bytes)
  return 'text' in read ? read.text : read
}
const word = (body: string) =>
  zipped({ 'word/document.xml': `<w:document><w:body>${body}</w:body></w:document>` })

describe('text is read', () => {
  test.each([
    ['UTF-8', bytesOf('Zoë: 内幕消息\n')],
    ['UTF-8 with a mark', bytesOf('\ufeffZoë: 内幕消息')],
    ['UTF-16', bytesOf('\ufeffZoë: 内幕消息', 'utf16le')],
    ['UTF-16, big end first', Buffer.from(bytesOf('\ufeffZoë: 内幕消息', 'utf16le')).swap16()],
  ])('in %s', async (_, bytes) => {
    expect(await textIn(bytes)).toBe('Zoë: 内幕消息')
  })

  test('in the encoding of Windows, of mainland China and of Japan', async () => {
    expect(await textIn(bytesOf('Zo\xeb is na\xefve about this', 'latin1'))).toBe('Zoë is naïve about this')
    expect(await textIn(Buffer.from('c4dac4bbcffbcfa2a3ac c7ebcec3ceaa'.replace(' ', ''), 'hex'))).toMatch(
      '内幕消息，',
    )
    expect(await textIn(Buffer.from('82b182f182c982bf82cd', 'hex'))).toBe('こんにちは')
    expect(await textIn(bytesOf('plain letters', 'utf16le'))).toBe('plain letters')
  })

  test('of HTML as a reader sees it, without running scripts', async () => {
    const html =
      '<!DOCTYPE html><html><head><title>t</title><script>alert(1)</script></head><body><p>Off the&nbsp;record</p><style>x{}</style>now</body>'
    expect(await textIn(bytesOf(html))).toBe('Off the\u00a0record\nnow\nt')
  })

  test('of XML and SVG with the values of attributes, of JSON with its characters', async () => {
    expect(
      await textIn(
        bytesOf('<?xml version="1.0"?><a note="off the &amp; record"><b>keep <![CDATA[<quiet>]]></b></a>'),
      ),
    ).toBe('off the & record\nkeep\n<quiet>')
    expect(await textIn(bytesOf(String.raw`{"a":"\u5185\u5e55 \"x\""}`))).toBe('{"a":"内幕 "x""}')
    expect(await textIn(bytesOf(String.raw`[draft] C:\new`))).toBe(String.raw`[draft] C:\new`)
  })

  test('of tables, unchanged', async () => {
    expect(await textIn(bytesOf('Name,Fee\r\nAnn,"1,000"\r\n'))).toBe('Name,Fee\nAnn,"1,000"')
  })

  test('up to the limit, and the file is then marked', async () => {
    const read = await readFile(bytesOf(`${'a '.repeat(longestText)}end`))
    expect(read).toMatchObject({ state: 'partly' })
    expect('text' in read && read.text.length).toBeLessThanOrEqual(longestText)
    expect(await readFile(bytesOf('😀'.repeat(longestText)))).toMatchObject({ state: 'partly' })
  })

  test('of Rich Text', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}{\*\generator X;}\f0 Na\'efve \u20869?\u24149? deal\par {\b off} the record}`
    expect(await textIn(bytesOf(rtf))).toBe('Naïve 内幕 deal\noff the record')
  })
})

describe('an attached mail', () => {
  test('gives its people, its subject, its text and the names of its attachments', async () => {
    const text = await textIn(
      mail('Keep it quiet.', [{ name: 'plan.bin', type: 'application/x-y', bytes: Buffer.from([0]) }]),
    )
    expect(text).toMatch(/^From: Ann <ann@a.example>\n/)
    expect(text).toMatch(/Subject: Quiet\n\nKeep it quiet\.\n\nAttached: plan\.bin$/)
  })

  test('within mails is read to a depth, and then marked as partly read', async () => {
    let bytes = mail('innermost')
    for (let depth = 0; depth < 3; depth++)
      bytes = mail(`around ${depth}`, [{ name: 'm.eml', type: 'message/rfc822', bytes }])
    expect(await readFile(bytes)).toMatchObject({ state: 'read', text: expect.stringContaining('innermost') })
    for (let depth = 0; depth < 10; depth++)
      bytes = mail(`around ${depth}`, [{ name: 'm.eml', type: 'message/rfc822', bytes }])
    expect(await readFile(bytes)).toMatchObject({ state: 'partly' })
  })
})

describe('Office files', () => {
  test('of Word give paragraphs, tabs, deleted text and notes; duplicated text once', async () => {
    const bytes = await zipped({
      '[Content_Types].xml': '<Types/>',
      'word/document.xml':
        '<w:document><w:body><w:p><w:r><w:t>Keep </w:t></w:r><w:r><w:t xml:space="preserve">off the</w:t><w:tab/><w:t>record &amp; quiet</w:t></w:r></w:p>' +
        '<w:p><w:del><w:r><w:delText>guaranteed</w:delText></w:r></w:del></w:p>' +
        '<mc:AlternateContent><mc:Choice><w:p><w:t>box</w:t></w:p></mc:Choice><mc:Fallback><w:p><w:t>box</w:t></w:p></mc:Fallback></mc:AlternateContent></w:body></w:document>',
      'word/footnotes.xml': '<w:footnotes><w:p><w:t>a note</w:t></w:p></w:footnotes>',
    })
    expect(await textIn(bytes)).toBe('Keep off the\trecord & quiet\nguaranteed\nbox\na note')
  })

  test('of Excel give every sheet, row by row, with days and comments', async () => {
    const bytes = await zipped({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Fees &amp; more" sheetId="1"/><sheet name="Hidden" state="hidden" sheetId="2"/></sheets></workbook>',
      'xl/sharedStrings.xml':
        '<sst><si><t>Name</t></si><si><r><t>off the </t></r><r><t>record</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="1"><v>46053</v></c><c><f>1+1</f><v>2</v></c></row></sheetData></worksheet>',
      'xl/worksheets/sheet2.xml':
        '<worksheet><sheetData><row><c t="inlineStr"><is><t>secret</t></is></c></row></sheetData></worksheet>',
      'xl/comments1.xml': '<comments><comment><text><r><t>say nothing</t></r></text></comment></comments>',
    })
    expect(await textIn(bytes)).toBe(
      'Fees & more\nName\toff the record\n2026-01-31\t2\n\nHidden\nsecret\n\nsay nothing',
    )
  })

  test('of PowerPoint give the slides in their order, then the notes', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const bytes = await zipped({
      'ppt/presentation.xml': '<p/>',
      'ppt/notesSlides/notesSlide1.xml': slide('aside'),
      'ppt/slides/slide10.xml': slide('ten'),
      'ppt/slides/slide2.xml': slide('two'),
    })
    expect(await textIn(bytes)).toBe('two\nten\naside')
  })

  test('of OpenDocument give their paragraphs; with a password they are encrypted', async () => {
    const parts = {
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<office:text><text:h>Title</text:h><text:p>off<text:s/>the <text:span>record</text:span></text:p></office:text>',
    }
    expect(await textIn(await zipped(parts))).toBe('Title\noff the record')
    expect(
      await readFile(await zipped({ ...parts, 'META-INF/manifest.xml': '<manifest:encryption-data/>' })),
    ).toEqual({
      state: 'unreadable',
      reason: 'encrypted',
    })
  })
})

describe('PDF', () => {
  test('gives its pages', async () => {
    expect(await textIn(textPdf('Title', ['keep this off the record', 'second line']))).toBe(
      'Title\nkeep this off the record\nsecond line',
    )
  })

  test('with a password is encrypted, without text has none, truncated is damaged or gives the rest', async () => {
    const plain = Buffer.from(textPdf('T', ['secret']))
    const locked = bytesOf(
      plain
        .toString('latin1')
        .replace(
          '/Root 1 0 R',
          `/Root 1 0 R /ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> /P -4 >>`,
        ),
      'latin1',
    )
    expect(await readFile(locked)).toEqual({ state: 'unreadable', reason: 'encrypted' })
    expect(await readFile(textPdf('', []))).toEqual({ state: 'unreadable', reason: 'no-text' })
    for (const length of [9, 100, 300, plain.length - 40])
      expect(['read', 'partly', 'unreadable']).toContain((await readFile(plain.subarray(0, length))).state)
  })
})

describe('archives', () => {
  const both = async (inner: Buffer) => [inner, gzipSync(inner)]

  test('give the names and texts of their files, however they are packed', async () => {
    const zip = await zipped({ 'notes/a.txt': 'off the record', 'b.eml': mail('keep quiet').toString() })
    for (const bytes of [...(await both(zip)), ...(await both(tar('a.txt', bytesOf('off the record'))))]) {
      const read = await readFile(bytes)
      expect(read).toMatchObject({ state: 'read', text: expect.stringContaining('a.txt\noff the record') })
    }
    expect(await textIn(zip)).toContain('keep quiet')
    expect(await textIn(gzipSync(bytesOf('off the record')))).toBe('off the record')
    const document = await word('<w:p><w:t>guaranteed</w:t></w:p>')
    const outer = mail('see inside', [{ name: 'd.docx', type: 'application/x-y', bytes: document }])
    expect(await textIn(outer)).toContain('guaranteed')
  })

  test('with unreadable parts are read partly, with the names of those parts', async () => {
    const zip = await zipped({ 'a.txt': 'one', 'half.zip': 'PK\x03\x04', 'z.txt': 'two' })
    expect(await readFile(zip)).toEqual({ state: 'partly', text: 'a.txt\none\n\nhalf.zip\nz.txt\ntwo' })
  })

  test('within archives are opened to a depth, and only a number of their files', async () => {
    let bytes = await zipped({ 'a.txt': 'innermost' })
    for (let depth = 0; depth < 3; depth++) bytes = gzipSync(bytes)
    expect(await readFile(bytes)).toMatchObject({ state: 'read', text: 'a.txt\ninnermost' })
    for (let depth = 0; depth < 3; depth++) bytes = gzipSync(bytes)
    expect(await readFile(bytes)).toEqual({ state: 'unreadable', reason: 'limits' })
    const many = await zipped(
      Object.fromEntries(Array.from({ length: 2_010 }, (_, at) => [`${at}.txt`, 'x'])),
    )
    expect(await readFile(many)).toMatchObject({ state: 'partly' })
  })

  test('of zip bombs are reached early', async () => {
    const bomb = gzipSync(Buffer.alloc(101 * 1024 * 1024, 32))
    expect(await readFile(bomb)).toEqual({ state: 'unreadable', reason: 'too-large' })
    expect(await readFile(tar('bomb.gz', bomb))).toEqual({ state: 'partly', text: 'bomb.gz' })
  })
})

describe('unreadable files', () => {
  test.each([
    ['nothing', Buffer.alloc(0), { state: 'unreadable', reason: 'no-text' }],
    ['blanks', bytesOf(' \n\n '), { state: 'unreadable', reason: 'no-text' }],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), { state: 'unsupported' }],
    ['an old Office file', Buffer.from('d0cf11e0a1b11ae1'.padEnd(600, '0'), 'hex'), { state: 'unsupported' }],
    [
      'a new one with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(500),
        bytesOf('EncryptedPackage', 'utf16le'),
      ]),
      { state: 'unreadable', reason: 'encrypted' },
    ],
    ['half a zip file', Buffer.from('504b030414000000', 'hex'), { state: 'unreadable', reason: 'damaged' }],
    ['too many bytes', Buffer.alloc(mostFileBytes + 1, 97), { state: 'unreadable', reason: 'too-large' }],
  ])('is recognized: %s', async (_, bytes, expected) => {
    expect(await readFile(bytes)).toEqual(expected)
  })

  test('with truncated bytes of any kind never throw', async () => {
    const whole = await word('<w:p><w:t>text</w:t></w:p>')
    for (let length = 0; length < whole.length; length += 7)
      expect((await readFile(whole.subarray(0, length))).state).not.toBe('waiting')
  })

  test('never throws for any bytes, and the database can store the text', async () => {
    const starts = [
      '',
      '%PDF-1.4\n',
      'PK\x03\x04',
      '{\\rtf1 ',
      '<?xml ?>',
      '<html>',
      '{"',
      'From: a\nTo: b\n\n',
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 400 }), async (start, rest) => {
        const read = await readFile(Buffer.concat([bytesOf(start, 'latin1'), rest]))
        if ('text' in read) {
          expect([read.text.isWellFormed(), read.text.includes('\0')]).toEqual([true, false])
          expect(read.text.length).toBeGreaterThan(0)
        } else expect(['unreadable', 'unsupported']).toContain(read.state)
      }),
      { numRuns: roundsOf(200) },
    )
  })
})
