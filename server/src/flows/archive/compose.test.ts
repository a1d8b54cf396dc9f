import { createHash } from 'node:crypto'
import fc from 'fast-check'
import PostalMime from 'postal-mime'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { expect, test } from 'vitest'
import { archiveForm } from '#testing/archive-form.ts'
import { compose, composeDay, leastMailBytes } from './compose.ts'
import { addressOf } from './names.ts'
import type { ArchiveDay, ArchivedFile, ArchiveRecord } from './record.ts'

const record: ArchiveRecord = {
  recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e0f',
  revision: 1,
  event: 'message',
  channel: 'whatsapp',
  direction: 'outbound',
  conversation: { id: '018f2c1e-0000-7000-8000-000000000001', isGroup: false, group: undefined },
  sender: { name: 'Ana Silva', address: '+351912000111', mail: 'ana@acme.example' },
  recipients: [{ name: 'Bob', address: '+351912000222' }],
  at: new Date('2026-05-14T08:00:00Z'),
  capturedAt: new Date('2026-05-14T08:00:02Z'),
  text: 'Olá <Bob> & all: 5 Mio €?',
  attachments: [fileOf('offer.pdf', Buffer.from('%PDF-1.7'))],
  sha256: 'ab'.repeat(32),
}

function fileOf(name: string, bytes: Uint8Array): ArchivedFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    name,
    type: 'application/pdf',
    sizeBytes: bytes.byteLength,
    content: { read: async () => bytes, sha256 },
  }
}

const edit: ArchiveRecord = {
  ...record,
  revision: 2,
  event: 'edit',
  text: 'Five',
  original: 'Six',
  attachments: [],
  previous: { recordId: record.recordId, revision: 1 },
}

const thread: ArchiveRecord = {
  ...record,
  channel: 'proofpoint',
  direction: 'internal',
  conversation: { ...record.conversation, isGroup: true },
  recipients: [...record.recipients, { name: 'Cem', address: 'cem@acme.example' }],
  attachments: [],
}

const crowd = Array.from({ length: 300 }, (_, place) => ({
  name: `Person ${place}`,
  address: `person${place}@acme.example`,
}))

const desk = { ...record.conversation, isGroup: true, group: 'Desk' }

test.each([
  ['eml', record, archiveForm],
  ['edit', edit, archiveForm],
  ['more-recipients', { ...thread, moreRecipients: crowd }, archiveForm],
  ['thread-internal', thread, archiveForm],
  ['group-unknown', { ...thread, channel: 'signal', direction: 'unknown', conversation: desk }, archiveForm],
  ['journal-wrapped', record, { ...archiveForm, format: 'journal_wrapped' }],
  ['global-relay', record, { ...archiveForm, format: 'global_relay' }],
] as const)('the bytes of %s never change', async (name, given, asked) => {
  const [mail, ...others] = compose(given, asked)
  expect(others).toEqual([])
  const raw = await mail?.build()
  expect(await compose(given, asked)[0]?.build()).toEqual(raw)
  await expect(raw?.toString().replaceAll('\r\n', '\n')).toMatchFileSnapshot(`golden/${name}.eml`)
})

interface OutboundVector {
  input: { eml: string }
  expected: {
    messageId: string
    channel: string
    references: string[]
    attachmentNames: string[]
    text: string
  }
}
const outbound = sharedVectors<OutboundVector>('journal.json', 'outbound-archive-eml')

/** What an archive sees of a mail. Our ids have the letter `r` before a revision, and our pseudo-addresses end in `.invalid`. */
async function seenIn(raw: Uint8Array | string) {
  const mail = await PostalMime.parse(raw)
  const ours = (id = '') => id.replace(/\.v(\d+)@/, '.r$1@')
  return {
    ids: [mail.messageId, mail.inReplyTo, ...(mail.references ?? '').split(/\s+/)].map(ours),
    date: mail.date,
    from: mail.from?.address,
    to: mail.to?.map(({ address }) => address?.replace(/\.invalid$/, '')),
    files: mail.attachments.map(({ filename, mimeType, content }) => [
      filename,
      mimeType,
      Buffer.from(content as ArrayBuffer).toString(),
    ]),
    isGenerated: mail.headers.find(({ key }) => key === 'auto-submitted')?.value,
    text: mail.text,
  }
}

test.skipIf(outbound.length === 0)('an archive reads our mail like that of the reference', async () => {
  for (const { input, expected } of outbound) {
    const [root = '', answered = ''] = expected.references
    const idIn = (id: string) => /^<(.+?)(?:\.v\d+)?@/.exec(id)?.[1] ?? ''
    const { text: _, ...theirs } = await seenIn(input.eml)
    const [mail] = compose(
      {
        ...record,
        recordId: idIn(expected.messageId),
        conversation: { id: idIn(root), isGroup: false, group: undefined },
        answers: { recordId: idIn(answered), text: null },
        sender: { name: 'Alice Broker', address: '+14155550142', mail: 'alice@contoso.com' },
        recipients: [{ name: 'Bob', address: '+351912000111' }],
        text: expected.text,
        attachments: [fileOf('term-sheet.pdf', Buffer.from('%PDF-1.4 test'))],
      },
      archiveForm,
    )
    const { text, ...ours } = await seenIn(await mail!.build())
    expect(ours).toEqual(theirs)
    expect(text).toContain(expected.text)
    expect(ours.files.map(([name]) => name)).toEqual(expected.attachmentNames)
  }
})

const message: ArchiveRecord = {
  ...record,
  direction: 'inbound',
  sha256: 'cd'.repeat(32),
  recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e10',
}
const day: ArchiveDay = {
  conversation: record.conversation,
  channel: record.channel,
  date: '2026-05-14',
  number: 1,
  records: [
    record,
    {
      ...message,
      sender: { name: 'Bob', address: '+351912000222' },
      recipients: [record.sender],
      text: 'Six',
    },
    { ...edit, recordId: message.recordId },
    { ...edit, event: 'delete', text: null, original: 'Five', revision: 3 },
  ],
}

test.each([
  ['day', day, archiveForm],
  [
    'day-more-recipients',
    { ...day, records: [{ ...thread, moreRecipients: crowd.slice(0, 1) }] },
    archiveForm,
  ],
  ['day-supplement', { ...day, number: 2 }, archiveForm],
  ['day-journal-wrapped', day, { ...archiveForm, format: 'journal_wrapped' }],
  ['day-global-relay', day, { ...archiveForm, format: 'global_relay' }],
] as const)('the bytes of %s never change', async (name, given, asked) => {
  const [mail, ...others] = composeDay(given, asked)
  expect(others).toEqual([])
  const raw = await mail?.build()
  expect(await composeDay(given, asked)[0]?.build()).toEqual(raw)
  await expect(raw?.toString().replaceAll('\r\n', '\n')).toMatchFileSnapshot(`golden/${name}.eml`)
})

test('the mail of a day with too much text has the text as a file, beside the files of its messages', async () => {
  const long = {
    ...message,
    text: 'é'.repeat(leastMailBytes),
    attachments: [fileOf('offer.pdf', Buffer.alloc(9))],
  }
  const mails = composeDay({ ...day, records: [record, long] }, { ...archiveForm, maxBytes: leastMailBytes })
  const raws = await Promise.all(mails.map(({ build }) => build()))
  const pieces = await Promise.all(raws.map(async (raw) => (await PostalMime.parse(raw)).attachments))
  const joined = (name: string) =>
    Buffer.concat(
      pieces
        .flat()
        .filter(({ filename }) => filename?.startsWith(name))
        .map(({ content }) => new Uint8Array(content as ArrayBuffer)),
    )
  expect(raws.every((raw) => raw.byteLength <= leastMailBytes)).toBe(true)
  expect(joined('conversation.txt').toString()).toContain(long.text)
  expect(joined('001-offer.pdf')).toEqual(Buffer.from('%PDF-1.7'))
  expect(joined('002-offer.pdf')).toEqual(Buffer.alloc(9))
})

test('a journal report is recognized by its header, and contains the whole mail', async () => {
  const [plain] = compose(record, archiveForm)
  const [report] = compose(record, { ...archiveForm, format: 'journal_wrapped' })
  const { headers } = await PostalMime.parse((await report?.build()) ?? '')
  expect(headers.map(({ key }) => key)).toContain('x-ms-journal-report')
  expect((await report?.build())?.includes((await plain?.build()) ?? 'nothing')).toBe(true)
})

test('each kind of change says what it is, and shows the text before', async () => {
  const read = async (given: ArchiveRecord) =>
    PostalMime.parse((await compose(given, archiveForm)[0]?.build()) ?? '')
  const edited = await read(edit)
  expect(edited.subject).toBe('EDITED WhatsApp Business message from Ana Silva to Bob')
  expect(edited.text).toContain('New text:\nFive\n\nOriginal text:\nSix')
  expect(edited.references).toContain(`<${record.recordId}.r1@acme.archive.example>`)
  const deleted = await read({ ...edit, event: 'delete', text: null })
  expect(deleted.subject).toMatch(/^DELETED /)
  expect(deleted.text).toContain('Deleted text:\nSix')
  const reacted = await read({ ...edit, event: 'reaction', reaction: '👍' })
  expect(reacted.subject).toMatch(/^REACTION /)
  expect(reacted.text).toContain('Reaction:\n👍\n\nTo the message:\nFive')
})

test('the body names a missing file', async () => {
  const missing = { ...fileOf('a.pdf', Buffer.alloc(9)), content: { missing: 'the provider deleted it.' } }
  const [mail] = compose({ ...record, attachments: [missing] }, archiveForm)
  const { text } = await PostalMime.parse((await mail?.build()) ?? '')
  expect(text).toContain('The file “a.pdf” (9 bytes) is not in this mail: the provider deleted it.')
})

test('a file that is too large is named with its hash and a link, if that is chosen', async () => {
  const large = fileOf('film.mp4', Buffer.alloc(leastMailBytes))
  const [mail, ...others] = compose(
    { ...record, attachments: [large] },
    { ...archiveForm, maxBytes: leastMailBytes, oversize: 'link' },
  )
  expect(others).toEqual([])
  const { text, attachments } = await PostalMime.parse((await mail?.build()) ?? '')
  expect(attachments).toEqual([])
  expect(text).toContain(createHash('sha256').update(Buffer.alloc(leastMailBytes)).digest('hex'))
  expect(text).toContain(`https://acme.example/messages/${record.recordId}`)
})

test('numbered parts stay within the limit, and together contain every byte of the text and every file', async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.integer({ min: 0, max: 400_000 }),
      fc.boolean(),
      async (files, length, wrapped) => {
        const attachments = files.map((size, index) => fileOf(`f${index}`, Buffer.alloc(size, index + 65)))
        const text = 'é'.repeat(length)
        const format = wrapped ? 'journal_wrapped' : 'eml'
        const mails = compose(
          { ...record, text, attachments },
          { ...archiveForm, format, maxBytes: leastMailBytes },
        )
        const joined = new Map<string, Uint8Array[]>()
        let said = ''
        for (const { build } of mails) {
          const raw = await build()
          expect(raw.byteLength).toBeLessThanOrEqual(leastMailBytes)
          const inner = wrapped
            ? raw.subarray(raw.indexOf('\r\n\r\n', raw.indexOf('message/rfc822')) + 4)
            : raw
          const mail = await PostalMime.parse(inner)
          said ||= mail.text ?? ''
          for (const { filename, content } of mail.attachments) {
            const name = (filename ?? '').replace(/\.\d{3}$/, '')
            joined.set(name, [...(joined.get(name) ?? []), new Uint8Array(content as ArrayBuffer)])
          }
        }
        for (const { name, content } of attachments)
          if ('read' in content)
            expect(Buffer.concat(joined.get(name) ?? []).equals(await content.read())).toBe(true)
        const file = joined.get('message.txt')
        expect(file ? Buffer.concat(file).toString() === text : said.includes(text)).toBe(true)
        expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(mails.length)
      },
    ),
    { numRuns: 4 },
  )
})

test('two people never get the same address, and a name cannot add a header', async () => {
  const asked = { ...archiveForm, participantAddress: 'number_at_channel' } as const
  const addresses = ['a b', 'a_b', 'a=b', 'a.b', '+1 2', '12', '+12x'].map((address) =>
    addressOf({ name: '', address }, 'signal', asked),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses[5]).toBe('12@signal.acme.archive.example.invalid')
  const sender = { name: 'A\r\nBcc: x@y.example', address: '1' }
  const [mail] = compose({ ...record, sender }, archiveForm)
  const { headers } = await PostalMime.parse((await mail?.build()) ?? '')
  expect(headers.map(({ key }) => key)).not.toContain('bcc')
})
