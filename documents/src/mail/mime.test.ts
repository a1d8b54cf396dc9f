import { shareOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { headerValue } from './header-value.ts'
import { type Budget, type MimePart, readMime } from './mime.ts'
import { decodeTransfer } from './transfer-encoding.ts'

const budget = (): Budget => ({ parts: 1000, headerBytes: 1_000_000, textBytes: 1_000_000, exceeded: false })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const shape = ({ type, body, children }: MimePart): unknown =>
  children.length > 0 ? [type.value, ...children.map(shape)] : [type.value, text(body)]
const read = (mail: string) => shape(readMime(Buffer.from(mail, 'latin1'), budget()))

describe('a mail of parts', () => {
  const mail = [
    'Content-Type: multipart/mixed; boundary="a b"',
    '',
    'preamble',
    '--a b',
    '',
    'one',
    '--a b  ',
    'Content-Type: multipart/alternative; boundary=a',
    '',
    '--a',
    'Content-Type: text/html',
    '',
    '<p>',
    '--a--',
    'between',
    '--a bc',
    '--a b',
    'Content-Type: message/rfc822',
    '',
    'Subject: in',
    '',
    '--a',
    '--a b--',
    'epilogue',
  ]
  const parts = [
    'multipart/mixed',
    ['text/plain', 'one'],
    ['multipart/alternative', ['text/html', '<p>']],
    ['message/rfc822', 'Subject: in\r\n\r\n--a'],
  ]

  test('is split only at its own boundaries', () => {
    expect(read(mail.join('\r\n'))).toEqual(parts)
  })

  test('may end its lines with line feeds alone', () => {
    expect(JSON.stringify(read(mail.join('\n')))).toBe(JSON.stringify(parts).replaceAll('\\r\\n', '\\n'))
  })

  test('need not be closed', () => {
    expect(read('Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo')).toEqual(
      ['multipart/mixed', ['text/plain', 'one'], ['text/plain', 'two']],
    )
  })

  test('of a digest holds mails', () => {
    expect(read('Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: x\n--b--')).toEqual([
      'multipart/digest',
      ['message/rfc822', 'Subject: x'],
    ])
  })

  test('without its boundary is one text, marked as partly read', () => {
    const spent = budget()
    const part = readMime(Buffer.from('Content-Type: multipart/mixed; boundary=b\n\nwords'), spent)
    expect(shape(part)).toEqual(['text/plain', 'words'])
    expect(spent.exceeded).toBe(true)
  })

  test('takes time in proportion to its length', () => {
    const started = performance.now()
    const units = [
      '--b\n',
      '\n',
      '--b',
      '--b\nContent-Type: multipart/mixed; boundary=b\n\n',
      'a:b\n',
      ': \n ',
      'Content-Type:\n',
    ]
    for (const unit of shareOf(units, 3)) {
      readMime(Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${unit.repeat(200_000)}`), budget())
      readMime(Buffer.from(unit.repeat(200_000)), budget())
      readMime(Buffer.from(`X: \xff\n${unit.repeat(50_000)}`, 'latin1'), budget())
    }
    const blanks = `Content-Type: multipart/mixed\n\n--b${' '.repeat(60_000)}`
    readMime(
      Buffer.from(`Content-Type: multipart/mixed; boundary=b\n\n${`--b\n${blanks}\n`.repeat(200)}`),
      budget(),
    )
    readMime(
      Buffer.from(`Content-Type: a${Array.from({ length: 60_000 }, (_, at) => `;a*${at}=b`).join('')}\n\n`),
      budget(),
    )
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('a header', () => {
  test('has a word and parameters in any spelling', () => {
    const { value, parameters } = headerValue(
      'Text/Plain (comment); charset = "utf-8" ; name="a;\\"b\\".txt"; X=y (z)',
    )
    expect(value).toBe('text/plain')
    expect(Object.fromEntries(parameters)).toEqual({ charset: 'utf-8', name: 'a;"b".txt', x: 'y' })
  })

  test.each([
    ["attachment; filename*=UTF-8''Fr%C3%B6sche%20%E2%82%AC.txt", 'Frösche €.txt'],
    ["attachment; filename*=iso-8859-1'de'Fr%F6sche.txt", 'Frösche.txt'],
    ["attachment; filename*1*=%B6sche.txt; filename*0*=UTF-8''Fr%C3", 'Frösche.txt'],
    ['attachment; filename*0="very "; filename*1="long.txt"', 'very long.txt'],
    ["attachment; filename=old.txt; filename*=UTF-8''new%20%E2%82%AC.txt", 'new €.txt'],
    ["attachment; filename*=UTF-8''new%20%E2%82%AC.txt; filename=old.txt", 'new €.txt'],
    ['attachment; filename="=?utf-8?Q?Fr=C3=B6sche.txt?="', 'Frösche.txt'],
    ['attachment; filename=a b.txt', 'a b.txt'],
    ['attachment; filename="unclosed.txt', 'unclosed.txt'],
  ])('%s names a file', (written, name) => {
    expect(headerValue(written).parameters.get('filename')).toBe(name)
  })
})

describe('a transfer encoding', () => {
  const decoded = (body: string, encoding: string) =>
    text(decodeTransfer(Buffer.from(body, 'latin1'), encoding))

  test.each([
    ['base64', 'SGVs bG8=\r\n', 'Hello'],
    ['BASE64 ', 'SGVsbG8=SGVsbG8', 'HelloHello'],
    ['base64', '*S!G V', 'He'],
    ['quoted-printable', 'a=3Db =\r\nc=\nd  \r\ne=ZZ=', 'a=b cd\r\ne=ZZ'],
    ['quoted-printable', 'x=20 \ny', 'x \ny'],
    ['x-uuencode', 'as it is', 'as it is'],
    ['', 'as it is', 'as it is'],
  ])('%s of %s is undone', (encoding, body, result) => {
    expect(decoded(body, encoding)).toBe(result)
  })

  test('restores every byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
        const lines = Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
        expect([...decodeTransfer(Buffer.from(lines), 'base64')]).toEqual([...bytes])
        const quoted = [...bytes].map((byte) => `=${byte.toString(16).padStart(2, '0')}`).join('')
        expect([
          ...decodeTransfer(Buffer.from(quoted.replace(/.{75}/g, '$&=\r\n')), 'quoted-printable'),
        ]).toEqual([...bytes])
      }),
    )
  })
})
