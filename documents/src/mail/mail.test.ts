import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { describe, expect, test } from 'vitest'
import { readMail } from './mail.ts'

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

async function composed(mail: Parameters<typeof composer.sendMail>[0]): Promise<Buffer> {
  const { message } = await composer.sendMail(mail)
  return message as Buffer
}

/** Text of any script without control characters; spaces within headers cannot be distinguished from folds. */
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 80 })
  .map((text) =>
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  .filter((text) => text !== '')
const name = line.filter((text) => !/[<>@"\\,;:()[\]/?*%']/.test(text))

test('a mail is read as written: subject, names, text and files, in any script', async () => {
  await fc.assert(
    fc.asyncProperty(
      line,
      name,
      fc.array(line, { minLength: 1, maxLength: 5 }),
      fc.array(fc.tuple(name, fc.uint8Array({ minLength: 1, maxLength: 200 })), { maxLength: 3 }),
      async (subject, from, lines, files) => {
        const bytes = await composed({
          from: { name: from, address: 'ann@acme.test' },
          to: 'bob@client.test',
          subject,
          text: lines.join('\n'),
          attachments: files.map(([filename, content]) => ({
            filename: `${filename}.bin`,
            content: Buffer.from(content),
          })),
        })
        const mail = readMail(bytes)
        expect(mail.subject).toBe(subject)
        expect(mail.from).toEqual({ name: from, address: 'ann@acme.test' })
        expect(mail.text).toBe(lines.join('\n'))
        expect(mail.parts.map(({ name: found }) => found)).toEqual(
          files.map(([filename]) => `${filename}.bin`),
        )
        expect(mail.parts.map(({ bytes: found }) => [...found])).toEqual(
          files.map(([, content]) => [...content]),
        )
      },
    ),
    { numRuns: roundsOf(200) },
  )
})

test.each([
  [
    'its charset',
    Buffer.from(
      'Content-Type: text/plain; charset=iso-8859-1\r\nSubject: Fr\xf6sche\r\n\r\nFr\xf6sche',
      'latin1',
    ),
    'Frösche',
  ],
  [
    'Western text where none is declared',
    Buffer.from('Subject: Fr\xf6sche\r\nFrom: a@b.test\r\n\r\nx', 'latin1'),
    'Frösche',
  ],
  [
    'the charset of an encoded word',
    Buffer.from('Subject: =?iso-8859-1?Q?Fr\xf6sche?=\r\n\r\nx', 'latin1'),
    'Frösche',
  ],
  ['UTF-8', Buffer.from('Subject: Frösche 价格\r\n\r\nx'), 'Frösche 价格'],
])('a header in raw bytes is read as %s', async (_, bytes, subject) => {
  expect(readMail(bytes).subject).toBe(subject)
})

test('an inline text is a file if it has a name, and otherwise part of the body', async () => {
  const part = (disposition: string, text: string) =>
    `--b\r\nContent-Type: text/plain\r\n${disposition}\r\n${text}\r\n`
  const mail = readMail(
    Buffer.from(
      `Content-Type: multipart/mixed; boundary=b\r\n\r\n${part('', 'Hello')}` +
        `${part('Content-Disposition: inline; filename=fix.patch\r\n', '+ line')}${part('', 'Bye')}--b--\r\n`,
    ),
  )
  expect(mail.text).toMatch(/^Hello\s+Bye$/)
  expect(mail.parts).toMatchObject([{ name: 'fix.patch', type: 'text/plain' }])
  expect(Buffer.from(mail.parts[0]?.bytes ?? []).toString()).toContain('+ line')
})

test.each([
  [
    'has fewer letters',
    'Guaranteed returns are never offered',
    '<p>Guaranteed return</p>',
    'Guaranteed return',
  ],
  ['has no mark of a quotation', '> buy now', '<p>buy now</p>', 'buy now'],
  ['differs in blanks only', 'buy now\n\nor never', '<p>buy</p><p>now or never</p>', undefined],
])('the other alternative is kept if it differs: it %s', (_, plain, html, other) => {
  const mail = readMail(
    Buffer.from(
      'Content-Type: multipart/alternative; boundary=b\r\n\r\n' +
        `--b\r\n\r\n${plain}\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--\r\n`,
    ),
  )
  expect(mail.text).toBe(plain)
  expect(mail.others).toEqual(other === undefined ? [] : [{ kind: 'html', text: other }])
})

describe('a part whose header names no type', () => {
  const unnamed = ['Content-Type:', 'Content-Type: ; charset=iso-8859-1', 'Content-Type: (x)']

  test.each(unnamed)('is the text of its mail: %s', (type) => {
    const mail = readMail(Buffer.from(`Subject: x\r\n${type}\r\n\r\nFr\xf6sche`, 'latin1'))
    expect(mail).toMatchObject({ text: 'Frösche', parts: [], read: 'whole' })
    const other = readMail(Buffer.from(`Subject: x\r\n${type}\r\n\r\nKr\xf6ten`, 'latin1'))
    expect(mail.bodySha256).not.toBe(other.bodySha256)
  })

  test.each(unnamed)('is text among the others, and a file if it is attached: %s', (type) => {
    const attached = 'Content-Disposition: attachment; filename=a.txt'
    const mail = readMail(
      Buffer.from(
        'Content-Type: multipart/mixed; boundary=b\r\n\r\n' +
          `--b\r\n${type}\r\n\r\nHello\r\n--b\r\n${type}\r\n${attached}\r\n\r\nsecret\r\n--b--\r\n`,
      ),
    )
    expect(mail).toMatchObject({ text: 'Hello', parts: [{ name: 'a.txt', type: 'text/plain' }] })
    expect(Buffer.from(mail.parts[0]?.bytes ?? []).toString()).toBe('secret')
  })
})

test('an mbox separator and lines without a colon are not headers', async () => {
  const mail = readMail(
    Buffer.from('From ann@acme.test Thu May 14 08:00:00 2026\r\nnonsense\r\nSubject: x\r\n\r\nbody'),
  )
  expect(mail.headers.map((header) => header.name)).toEqual(['subject'])
})

test('without its boundary, a mail keeps its text', async () => {
  const mail = readMail(
    Buffer.from('Subject: x\r\nContent-Type: multipart/mixed; boundary="=b"\r\n\r\n--= b\r\n\r\nHello\r\n'),
  )
  expect(mail).toMatchObject({ subject: 'x', read: 'partly' })
  expect(mail.text).toContain('Hello')
  expect(mail.headers.map((header) => header.name)).toEqual(['subject', 'content-type'])
})

test.each([
  ['<a@b.test> (added by c@d.test)', '<a@b.test>'],
  ['<"0828Z. 6*/PN=X"@MHS>', '<"0828Z.6*/PN=X"@MHS>'],
  ['PM2000 11:12:45 AM', 'PM2000 11:12:45 AM'],
])('the message ID is found in %s', async (written, id) => {
  expect(readMail(Buffer.from(`Message-ID: ${written}\r\n\r\n`)).messageId).toBe(id)
})

test.each([
  ['In-Reply-To: <a@b.test> from c@d.test', '<a@b.test>'],
  ['In-Reply-To: Message from Ann <ann@b.test> of "today" <x@b.test>', '<x@b.test>'],
  ['References: <a@b.test>\r\n <c@d.test>', '<c@d.test>'],
  ["In-Reply-To: Ann's message of today", undefined],
])('the mail it answers is found in %s', async (written, id) => {
  expect(readMail(Buffer.from(`${written}\r\n\r\n`)).inReplyTo).toBe(id)
})
