/** What a mail says besides its shown text, and the text that it answers, reach the archive whole. */
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import type { OtherText } from '#kernel/captured-event.ts'
import { archiveForm } from '#testing/archive-form.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { compose, leastMailBytes } from './compose.ts'
import type { ArchiveRecord } from './record.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

/** A mail of which different programs show different texts. */
const twofold = `From: Rita Lund <rep@journal.example>
To: Ann Client <ann@client.example>
Subject: Your review
Date: Mon, 2 Mar 2026 09:00:00 +0000
Message-ID: <twofold@journal.example>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="b"

before the parts
--b
Content-Type: text/plain; charset=utf-8

see you tomorrow
--b
Content-Type: text/html; charset=utf-8

<p>sell before the report</p><p style="display:none">delete this afterwards</p>
--b--
`

const receive = (mail: string) => on.receive(mail.replaceAll('\n', '\r\n'))

test.each(shareOf(['per_message', 'conversation_day']))(
  'the texts that only some programs show of a mail reach the archive, with %s',
  async (delivery) => {
    await on.configure({ delivery })
    await receive(twofold)
    await on.pass(2 * 24 * 3_600_000)
    await on.send()
    const [sent] = on.archive.got
    for (const said of [
      'see you tomorrow',
      'sell before the report',
      'delete this afterwards',
      'before the parts',
    ])
      expect(sent?.mail.text).toContain(said)
    expect(sent?.mail.text).toContain('Also contains hidden text or descriptions of images:')
  },
)

test('words that the mail shows as other content are not in it twice', async () => {
  await on.configure()
  const others = [
    { kind: 'content', text: 'words of a poll' },
    { kind: 'card', text: 'words of a card' },
    { kind: 'hidden', text: 'words that are hidden' },
  ]
  await on.happen({
    kind: 'message',
    channel: 'sms',
    messageKey: 'asked',
    conversationKey: 'asked',
    conversationType: 'direct',
    direction: 'inbound',
    author: { kind: 'phone', value: '+15550108888' },
    participants: [],
    body: 'A question',
    format: 'plain',
    others: others as readonly OtherText[],
    contentType: 'text',
    attachments: [],
  })
  await on.send()
  expect(on.archive.got[0]?.mail.text).toContain('words that are hidden')
  expect(on.archive.got[0]?.mail.text).not.toContain('words of a')
})

const record: ArchiveRecord = {
  recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e0f',
  revision: 1,
  event: 'message',
  channel: 'proofpoint',
  direction: 'outbound',
  conversation: { id: '018f2c1e-0000-7000-8000-000000000001', isGroup: false, group: undefined },
  sender: { name: 'Ana Silva', address: 'ana@acme.example', mail: 'ana@acme.example' },
  recipients: [{ name: 'Bob', address: 'bob@client.example' }],
  at: new Date('2026-05-14T08:00:00Z'),
  capturedAt: new Date('2026-05-14T08:00:02Z'),
  text: 'See below',
  attachments: [],
  sha256: 'ab'.repeat(32),
}

async function openAll(given: ArchiveRecord) {
  const raws = await Promise.all(
    compose(given, { ...archiveForm, maxBytes: leastMailBytes }).map(({ build }) => build()),
  )
  expect(raws.every((raw) => raw.byteLength <= leastMailBytes)).toBe(true)
  const mails = await Promise.all(raws.map((raw) => PostalMime.parse(raw)))
  const pieces = mails.flatMap(({ attachments }) => attachments)
  return {
    text: mails[0]?.text ?? '',
    file: (name: string) =>
      Buffer.concat(
        pieces
          .filter(({ filename }) => filename?.startsWith(name))
          .map(({ content }) => new Uint8Array(content as ArrayBuffer)),
      ).toString(),
  }
}

test('each kind of other text has one heading', async () => {
  const { text } = await openAll({
    ...record,
    others: [
      { kind: 'html', text: 'Formatted' },
      { kind: 'reading', text: 'Eastern' },
      { kind: 'reading', text: 'Western' },
    ],
  })
  expect(text).toContain('Also contains a different formatted text:\nFormatted')
  expect(text).toContain('Also contains its text in another character set:\nEastern\n\nWestern')
})

test('an answered text and other texts that would fill a mail become files', async () => {
  const long = 'é&'.repeat(leastMailBytes)
  const { text, file } = await openAll({
    ...record,
    text: long,
    details: long,
    answers: { recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e10', text: long },
    others: [
      { kind: 'html', text: long },
      { kind: 'hidden', text: 'Sell' },
    ],
  })
  expect(text).toContain('In reply to:\nThe text is in the file “answered.txt”.')
  expect(file('answered.txt')).toBe(long)
  expect(text).toContain(
    'Also contains hidden text or descriptions of images:\nThe text is in the file “other-texts.txt”.',
  )
  expect(file('other-texts.txt')).toContain(long)
  expect(file('other-texts.txt')).toContain('Also contains hidden text or descriptions of images:\nSell')
})
