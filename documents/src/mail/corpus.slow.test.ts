import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readTarGz } from '@verbatim/reference/tar.ts'
import { type Mail, readMail } from './mail.ts'

const archive = sharedFile('data/email/spamassassin_raw_eml.tar.gz')
const manifest = sharedFile('data/email/spamassassin_raw_eml.manifest.jsonl.gz')
const torture = sharedFile('data/email/mime_torture.tar.gz')

interface Listed {
  readonly file: string
  readonly messageId: string | null
  readonly inReplyTo: string | null
  readonly date: string | null
  readonly attachments: readonly string[]
}

describe.skipIf(!archive || !manifest)('the 2,348 mails of the archive, where it is at hand', () => {
  test(
    'are all read, with the ids, times and attachments that another parser found',
    { tags: ['whole'], timeout: 60_000 },
    async () => {
      const listed = new Map(
        gunzipSync(readFileSync(manifest!))
          .toString('utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Listed)
          .map((one) => [one.file, one]),
      )
      const differing = { id: 0, reply: 0, date: 0, attachments: 0, partly: 0, empty: 0 }
      let mails = 0
      for (const { name, bytes } of shareOf([...readTarGz(archive!)])) {
        const expected = listed.get(name)
        if (!expected) continue
        mails++
        const mail = readMail(bytes)
        expect(mail.read).not.toBe('not')
        expect(mail.from ?? mail.sender, name).toBeDefined()
        if (mail.read === 'partly') differing.partly++
        if (!mail.text && mail.parts.length === 0) differing.empty++
        if (mail.messageId !== plain(expected.messageId)) differing.id++
        if (!answersTheSame(mail, expected)) differing.reply++
        const date = Date.parse(expected.date ?? '')
        if (Number.isFinite(date) && mail.date?.getTime() !== date) differing.date++
        if (mail.parts.filter((part) => part.name).length < expected.attachments.length)
          differing.attachments++
      }
      if (isWhole) expect(mails).toBe(2348)
      else expect(mails).toBeGreaterThan(400)
      // Ids broken by spaces or followed by words; years written as 0102, which the servers on the way correct; a
      // signature inside a returned mail and a body that is called filename.html; a boundary that never comes;
      // mails of nothing but pictures on other servers.
      expectDiffering(differing, { id: 3, reply: 0, date: 9, attachments: 2, partly: 1, empty: 2 })
    },
  )
})

describe.skipIf(!torture)('the 153 difficult mails, where they are at hand', () => {
  const files = torture
    ? new Map([...readTarGz(torture)].map(({ name, bytes }) => [name, bytes]))
    : new Map<string, Buffer>()

  test('are all read, and none loses its text', async () => {
    let mails = 0
    for (const [name, bytes] of files) {
      if (!name.endsWith('.eml')) continue
      mails++
      const mail = readMail(bytes)
      expect(mail.read, name).not.toBe('not')
      const said = bytes
        .toString('latin1')
        .split(/\r?\n\r?\n/)
        .slice(1)
        .join('')
        .replace(/<hr>/i, '')
        .trim()
      if (said.replace(/^(?:--|content-).*$/gim, '').trim())
        expect(mail.text ?? mail.parts[0], name).toBeDefined()
    }
    expect(mails).toBe(153)
  })

  test('give the same result as another parser', async () => {
    const differing = { subject: 0, from: 0, id: 0, attachments: 0, bytes: 0 }
    let compared = 0
    for (const [name, bytes] of files) {
      const other = files.get(name.replace(/\.eml$/, '.expected.json'))
      if (!name.endsWith('.eml') || !other) continue
      compared++
      const expected = readExpected(other)
      const mail = readMail(bytes)
      if ((mail.subject?.trim() ?? '') !== expected.subject) differing.subject++
      if ((mail.from?.address ?? '') !== expected.from) differing.from++
      if ((mail.messageId ?? '') !== expected.messageId) differing.id++
      if (mail.parts.length !== expected.attachments.length) differing.attachments++
      if (!expected.attachments.every((one) => holds(mail, one))) differing.bytes++
    }
    expect(compared).toBe(49)
    // Four subjects in raw Latin-1, which we read and the other does not; five malformed mails whose parts each
    // parser cuts in its own way; one whose uuencoded files we decode.
    expect(differing).toEqual({ subject: 4, from: 0, id: 0, attachments: 6, bytes: 1 })
  })
})

describe.skipIf(!archive || !torture)('all those mails, read by postal-mime as well,', () => {
  test('have the same files and texts', { tags: ['whole'], timeout: 120_000 }, async () => {
    const differing = { files: 0, words: 0 }
    for (const { name, bytes } of shareOf([...readTarGz(archive!), ...readTarGz(torture!)])) {
      if (!name.endsWith('.eml')) continue
      const mail = readMail(bytes)
      const other = await PostalMime.parse(bytes, { forceRfc822Attachments: true })
      const files = mail.parts.map((part) => [part.type, lines(part.bytes)])
      const others = other.attachments.map(({ mimeType, content }) => [
        mimeType,
        lines(new Uint8Array(content as ArrayBuffer)),
      ])
      if (JSON.stringify(files) !== JSON.stringify(others)) differing.files++
      const said = words(`${mail.text ?? ''} ${files.map(([, text]) => text).join(' ')}`)
      if (!mail.fromHtml && [...words(other.text ?? '')].some((word) => !said.has(word))) differing.words++
    }
    // Named texts shown inline, which are files to us and body to the other, and uuencoded files, which we decode.
    expectDiffering(differing, { files: 6, words: 0 })
  })
})

/** What differs in all mails; in a share of them, no more. */
function expectDiffering(
  found: Readonly<Record<string, number>>,
  all: Readonly<Record<string, number>>,
): void {
  if (isWhole) expect(found).toEqual(all)
  else for (const [name, n] of Object.entries(found)) expect(n, name).toBeLessThanOrEqual(all[name]!)
}

/** Words of ASCII letters, so that a charset that one of the two could not read is no difference. */
const words = (text: string) => new Set(text.match(/(?<![^\s])[A-Za-z]+(?![^\s])/g))

/** The other parser found another ID first in the header. */
function answersTheSame(mail: Mail, { inReplyTo }: Listed): boolean {
  return !inReplyTo?.startsWith('<') || inReplyTo.startsWith(mail.inReplyTo ?? '-')
}

const plain = (id: string | null) => id?.trim().replace(/\s+/g, ' ') || undefined

/** Whether the part is present; the other parsers use different line ends, and keep or drop the last one. */
function holds(mail: Mail, expected: Uint8Array | undefined): boolean {
  return expected === undefined || mail.parts.some(({ bytes }) => lines(bytes) === lines(expected))
}

const lines = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').replaceAll('\r', '').trimEnd()

type Body = Readonly<Record<'Binary' | 'InlineBinary', number[] | undefined>>
interface Expected {
  readonly attachments: readonly number[]
  readonly parts: readonly {
    readonly headers: readonly { readonly name: unknown; readonly value: Readonly<Record<string, unknown>> }[]
    readonly body: Body
  }[]
}
interface Group {
  readonly List?: readonly { address?: string }[]
  readonly Group?: readonly { addresses: readonly { address?: string }[] }[]
}

function readExpected(json: Buffer) {
  const { attachments, parts } = JSON.parse(json.toString('utf8')) as Expected
  const header = (name: string) => parts[0]?.headers.findLast((one) => one.name === name)?.value
  const from = header('from')?.Address as Group | undefined
  const id = header('message_id')?.Text
  return {
    subject: (header('subject')?.Text ?? '') as string,
    from: from?.List?.[0]?.address ?? from?.Group?.[0]?.addresses[0]?.address ?? '',
    messageId: typeof id === 'string' ? `<${id}>` : '',
    attachments: attachments.map((at) => {
      const bytes = parts[at]?.body.Binary ?? parts[at]?.body.InlineBinary
      return bytes && Buffer.from(bytes)
    }),
  }
}
