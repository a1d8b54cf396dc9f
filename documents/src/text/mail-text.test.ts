import { expect, test } from 'vitest'
import { bytesOf } from '#testing/files.ts'
import { readFile } from './read-file.ts'

const encoded = Buffer.from('keep this off the record').toString('base64')
const mail = `From: Ann <ann@a.example>\r\nDate: Tue, 3 Mar 2026 10:00:00 +0000\r\nSubject: Quiet\r\nContent-Transfer-Encoding: base64\r\n\r\n${encoded}\r\n`
const read =
  'From: Ann <ann@a.example>\nDate: 2026-03-03T10:00:00.000Z\nSubject: Quiet\n\nkeep this off the record'

const received = 'Received: from a.example by b.example\r\n with SMTP; Tue, 3 Mar 2026 10:00:00 +0000\r\n'
const seal = `ARC-Seal: i=1; a=rsa-sha256; b=\r\n ${'A'.repeat(400)}\r\n`

test.each([
  ['many servers', received.repeat(80)],
  ['seals and signatures', `${seal.repeat(15)}${received}`],
  ['a program', `X-Mozilla-Keys:${' '.repeat(5_000)}\r\n`],
  ['a folder', 'From ann@a.example Tue Mar  3 10:00:00 2026\r\n'],
  ['empty lines', '\r\n\r\n'],
])('a mail below the lines of %s is read as a mail', async (_, above) => {
  expect(await readFile(bytesOf(above + mail))).toMatchObject({ state: 'read', text: read })
})

test('each mail of a folder is read', async () => {
  const line = 'From ann@a.example Tue Mar  3 10:00:00 2026'
  const folder = `${line}\n${mail}\n${line}\r\n${mail}\r\n${line}\n${mail}`
  expect(await readFile(bytesOf(folder))).toEqual({ state: 'read', text: [read, read, read].join('\n\n') })
})

test.each([
  ['a letter', 'From my desk:\nkeep this off the record\n\nSubject: quiet\nTo: Bob'],
  ['one header', 'Received: two boxes\nfrom Ann, off the record'],
  ['a folder’s line alone', 'From ann@a.example Tue Mar  3 10:00:00 2026\nSubject: Quiet\noff the record'],
])('%s is no mail, and its text stays as it is', async (_, text) => {
  expect(await readFile(bytesOf(text))).toEqual({ state: 'read', text })
})
