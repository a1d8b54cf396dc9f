/** How a mail addressed its recipients: openly, as a copy, or hidden from each other. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { expect, test } from 'vitest'
import type { Participant } from '#kernel/captured-event.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { archiveForm } from '#testing/archive-form.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { readMail } from '#testing/journal.ts'
import { compose, composeDay } from './compose.ts'
import type { ArchiveDay, ArchiveRecord } from './record.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const record: ArchiveRecord = {
  recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e0f',
  revision: 1,
  event: 'message',
  channel: 'proofpoint',
  direction: 'outbound',
  conversation: { id: '018f2c1e-0000-7000-8000-000000000001', isGroup: true, group: undefined },
  sender: { name: 'Rita Lund', address: 'rita@acme.example' },
  recipients: [
    { name: 'Cleo', address: 'cleo@acme.example', addressing: 'bcc' },
    { name: 'Dora', address: 'dora@client.example', addressing: 'cc' },
    { name: 'Ben', address: 'ben@client.example', addressing: 'to' },
    { name: 'rob@partner.example', address: 'rob@partner.example', addressing: 'recipient' },
  ],
  at: new Date('2026-05-14T08:00:00Z'),
  capturedAt: new Date('2026-05-14T08:00:02Z'),
  text: 'The offer',
  attachments: [],
  sha256: 'ab'.repeat(32),
}
const answer: ArchiveRecord = {
  ...record,
  recordId: '018f2c1e-7b1a-7c3e-9f00-0a0b0c0d0e10',
  direction: 'inbound',
  sender: { name: 'Ben', address: 'ben@client.example' },
  recipients: [
    { ...record.sender, addressing: 'to' },
    { name: 'rob@partner.example', address: 'rob@partner.example', addressing: 'cc' },
  ],
  at: new Date('2026-05-14T09:00:00Z'),
  text: 'Too low',
}
const day: ArchiveDay = {
  conversation: record.conversation,
  channel: record.channel,
  date: '2026-05-14',
  number: 1,
  records: [record, answer],
}

test.each([
  ['addressed', () => compose(record, archiveForm)],
  ['addressed-journal-wrapped', () => compose(record, { ...archiveForm, format: 'journal_wrapped' })],
  ['addressed-global-relay', () => compose(record, { ...archiveForm, format: 'global_relay' })],
  ['addressed-day', () => composeDay(day, archiveForm)],
  ['addressed-day-journal-wrapped', () => composeDay(day, { ...archiveForm, format: 'journal_wrapped' })],
] as const)('the bytes of %s never change', async (name, composed) => {
  const [mail, ...others] = composed()
  expect(others).toEqual([])
  const raw = (await mail?.build())?.toString()
  await expect(raw?.replaceAll('\r\n', '\n')).toMatchFileSnapshot(`golden/${name}.eml`)
})

test('a mail to hidden recipients alone names none of them in its subject', async () => {
  const recipients = record.recipients.slice(0, 1)
  const asked = { ...archiveForm, format: 'journal_wrapped' } as const
  for (const [mail] of [
    compose({ ...record, recipients }, asked),
    composeDay({ ...day, records: [{ ...record, recipients }] }, asked),
  ]) {
    const raw = (await mail?.build())?.toString() ?? ''
    expect((await PostalMime.parse(raw)).subject).toContain('undisclosed recipients')
    expect(raw.match(/cleo/gi)).toEqual(['cleo'])
  }
})

test.each(['eml', 'journal_wrapped', 'global_relay'] as const)(
  'ten thousand hidden recipients fit into the smallest mails, and none is left out: %s',
  async (format) => {
    const many = Array.from({ length: 10_000 }, (_, place) => {
      const address = `someone.with.a.name.${place}@client.example`
      return { name: address, address, addressing: 'bcc' } as const
    })
    const crowded = { ...record, recipients: many.slice(0, 500), moreRecipients: many.slice(500) }
    const maxBytes = 1024 * 1024
    const mails = compose(crowded, { ...archiveForm, format, maxBytes })
    const raws = await Promise.all(mails.map(({ build }) => build()))
    expect(Math.max(...raws.map(({ byteLength }) => byteLength))).toBeLessThanOrEqual(maxBytes)
    const read = await Promise.all(raws.map((raw) => PostalMime.parse(raw)))
    const said =
      format === 'journal_wrapped'
        ? (read[0]?.text ?? '')
        : Buffer.concat(
            read.flatMap(({ attachments }) =>
              attachments.map(({ content }) => Buffer.from(content as ArrayBuffer)),
            ),
          ).toString()
    expect(said.match(/^Bcc: .*someone\.with\.a\.name\.\d+@client\.example>?$/gm)).toHaveLength(10_000)
  },
)

/** A report of Exchange about a mail that shows Ben and Dora. */
async function report(...lines: string[]): Promise<void> {
  const shown = mailText({
    from: 'Rita Lund <rita@acme.example>',
    to: 'Ben <ben@client.example>',
    cc: 'dora@client.example',
    subject: 'The offer',
    date: 'Thu, 14 May 2026 08:00:00 +0000',
    messageId: '<offer@acme.example>',
    body: 'Please see below',
  })
  await on.receive(exchangeReport(['Sender: rita@acme.example', ...lines], shown))
}
const trusted = ['Bcc: cleo@acme.example', 'Cc: dora@client.example', 'To: ben@client.example']
/** Exchange says no more of a mail from outside. */
const untrusted = [...trusted, 'To: rob@partner.example'].map((line) => line.replace(/^\w+/, 'Recipient'))

const addresses = (those: readonly Address[] = []) => those.map(({ address }) => address)
const named = ({ to, cc, bcc }: Email) => ({ to: addresses(to), cc: addresses(cc), bcc: addresses(bcc) })
const shown = { to: ['ben@client.example'], cc: ['dora@client.example'] }

test.each([
  ['eml', 'per_message'],
  ['global_relay', 'per_message'],
  ['eml', 'conversation_day'],
  ['global_relay', 'conversation_day'],
])('a captured mail keeps its To, Cc and Bcc in the form %s, %s', async (format, delivery) => {
  await on.configure({ format, delivery })
  await report(...trusted)
  await on.pass(dayMs + 15 * minuteMs)
  await on.send()
  const [mail, ...others] = on.archive.got.map((got) => got.mail)
  expect(others).toEqual([])
  expect(named(mail!)).toEqual({ ...shown, bcc: ['cleo@acme.example'] })
  expect(mail?.text).toMatch(/^Bcc: cleo@acme\.example$/m)
})

test.each(['per_message', 'conversation_day'])(
  'hidden recipients are only in the journal report around a mail, %s',
  async (delivery) => {
    await on.configure({ format: 'journal_wrapped', delivery })
    await report(...trusted)
    await on.pass(dayMs + 15 * minuteMs)
    await on.send()
    const [mail] = on.archive.got.map((got) => got.mail)
    expect(mail?.text?.match(/^(?:To|Cc|Bcc|Recipient): .*/gm)).toEqual(trusted)
    const inner = Buffer.from(mail?.attachments[0]?.content as ArrayBuffer).toString()
    expect(inner).not.toContain('cleo')
    expect(named(await PostalMime.parse(inner))).toEqual({ ...shown, bcc: [] })
  },
)

test('who got a mail from outside is in the headers as the mail shows them, and otherwise hidden', async () => {
  await on.configure()
  await report(...untrusted)
  await on.send()
  const [mail] = on.archive.got.map((got) => got.mail)
  expect(named(mail!)).toEqual({ ...shown, bcc: ['cleo@acme.example', 'rob@partner.example'] })
  expect(mail?.text).toMatch(/^Delivered to: cleo@acme\.example, rob@partner\.example$/m)
})

test('an older record of a mail from outside says only whom the mail shows: they are in To', async () => {
  await on.configure()
  const people = ['ben@client.example', 'cleo@acme.example'].map((value): Participant => {
    return { identity: mailIdentity(value), role: 'recipient', addressing: 'recipient' }
  })
  await on.happen({
    kind: 'message',
    channel: 'sms',
    messageKey: 'older',
    conversationKey: 'older',
    conversationType: 'thread',
    direction: 'inbound',
    author: mailIdentity('rita@acme.example'),
    participants: people,
    body: 'The offer',
    format: 'plain',
    contentType: 'text',
    attachments: [],
    structured: { displayedRecipients: ['Ben@Client.example'] },
    sentAt: on.world.ctx.now(),
  })
  await on.send()
  expect(named(on.archive.got[0]!.mail)).toEqual({
    to: ['ben@client.example'],
    cc: [],
    bcc: ['cleo@acme.example'],
  })
})

test('someone whom several reports name is in the mail once', async () => {
  await on.configure()
  for (const line of trusted) await report(line)
  await on.send()
  expect(named(on.archive.got.at(-1)!.mail)).toEqual({ ...shown, bcc: ['cleo@acme.example'] })
})

test('our journal reads the recipients of a wrapped mail as they were addressed', async () => {
  const [mail] = compose(record, { ...archiveForm, format: 'journal_wrapped' })
  const { participants } = await readMail(await mail!.build())
  expect(
    participants.flatMap(({ addressing, identity }) => (addressing ? `${addressing} ${identity.value}` : [])),
  ).toEqual([
    'bcc cleo@acme.example',
    'cc dora@client.example',
    'to ben@client.example',
    'recipient rob@partner.example',
  ])
})
