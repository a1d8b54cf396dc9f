import type { AccountId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { sharedNormalized, sharedVectors } from '@verbatim/reference/shared-data.ts'
import { journalAccount, keptMail, mail, readMail } from '#testing/journal.ts'
import { proofpoint } from './connector.ts'

describe('a journal report', () => {
  const lines = [
    'Sender: ann@acme.test',
    'Subject: Angebot über 5 Mio',
    'Message-Id: <m1@acme.test>',
    'On-Behalf-Of: boss@acme.test',
    'To: dave@acme.test, Expanded: desk@acme.test',
    'To: bob@client.test',
    'Cc: erin@acme.test, Forwarded: carl@acme.test',
    'Bcc: "Legal" <LEGAL@acme.test>',
    'Recipient: unknown@partner.test',
  ]
  const wrapped = (options: Parameters<typeof exchangeReport>[2] = {}) =>
    exchangeReport(lines, mailText(mail), options)

  test('names the recipients, including those of lists and hidden ones', async () => {
    const message = await readMail(wrapped())
    expect(message.participants).toEqual([
      { identity: { kind: 'email', value: 'ann@acme.test' }, role: 'author', displayName: 'Ann Lee' },
      { identity: { kind: 'email', value: 'boss@acme.test' }, role: 'on-behalf-of' },
      {
        identity: { kind: 'email', value: 'dave@acme.test' },
        role: 'recipient',
        addressing: 'to',
        expandedFrom: 'desk@acme.test',
      },
      {
        identity: { kind: 'email', value: 'bob@client.test' },
        role: 'recipient',
        addressing: 'to',
        displayName: 'Bob',
      },
      {
        identity: { kind: 'email', value: 'erin@acme.test' },
        role: 'recipient',
        addressing: 'cc',
        forwardedFrom: 'carl@acme.test',
      },
      { identity: { kind: 'email', value: 'legal@acme.test' }, role: 'recipient', addressing: 'bcc' },
      {
        identity: { kind: 'email', value: 'unknown@partner.test' },
        role: 'recipient',
        addressing: 'recipient',
      },
      { identity: { kind: 'email', value: 'desk@acme.test' }, role: 'member', addressing: 'to' },
      { identity: { kind: 'email', value: 'carl@acme.test' }, role: 'member', addressing: 'cc' },
    ])
  })

  test('of a mail from outside says of those whom the mail shows how it addressed them', async () => {
    const untrusted = ['bob@client.test', 'carl@acme.test', 'legal@acme.test'].map(
      (one) => `Recipient: ${one}`,
    )
    const { participants } = await readMail(exchangeReport(untrusted, mailText(mail)))
    const recipients = participants.filter(({ role }) => role === 'recipient')
    expect(recipients.map(({ addressing }) => addressing)).toEqual(['to', 'cc', 'recipient'])
  })

  test.each([
    ['by a header without a value', { marker: 'X-MS-Journal-Report:' }],
    ['by the header of older servers', { marker: 'Content-Identifier: ExJournalReport' }],
    ['by that header as it was misspelt', { marker: 'Content-Identifer: exjournalreport' }],
    ['in base64', { encoding: 'base64' }],
    ['with folded lines', { fold: true }],
    ['with a rule of its own beside the mail', { extra: true }],
  ] as [string, Parameters<typeof exchangeReport>[2]][])(
    'is recognized %s, and all forms are one message',
    async (_, options) => {
      const plain = await readMail(mailText(mail))
      const message = await readMail(wrapped(options))
      expect(message.messageKey).toBe(plain.messageKey)
      expect(message.participants.filter(({ role }) => role === 'recipient')).toHaveLength(5)
      expect(message.body).toBe(plain.body)
    },
  )

  test('keeps additional parts and unknown lines', async () => {
    const message = await readMail(
      exchangeReport([...lines, 'Label: secret'], mailText(mail), { extra: true }),
    )
    expect(message.attachments).toMatchObject([{ name: 'winmail.dat', mimeDeclared: 'application/ms-tnef' }])
    expect(message.structured).toMatchObject({ unknownReportLines: [{ label: 'Label', value: 'secret' }] })
  })

  test('without its mail is kept for its own content', async () => {
    const message = await readMail(wrapped({ withoutMail: true }))
    expect(message.flags).toEqual(['partlyParsed'])
    expect(message.participants.filter(({ role }) => role === 'recipient')).toHaveLength(5)
  })

  test('is not recognized only by its words', async () => {
    expect(
      await readMail(mailText({ ...mail, headers: { 'Content-Identifier': 'Report' } })),
    ).not.toHaveProperty('structured')
  })
})

describe('a malformed mail', () => {
  test.each([
    ['no headers at all', 'just words, no mail', ['unparsed'], 'just words, no mail'],
    ['nothing', '', ['unparsed'], null],
  ])('is shown with a notice: %s', async (_, bytes, flags, body) => {
    expect(await readMail(bytes)).toMatchObject({ flags, body, author: { kind: 'unknown' } })
  })

  test('with more parts than the limit is marked, and shows the first thousand', async () => {
    const attachments = Array.from({ length: 1001 }, (_, at) => ({
      name: `${at}.txt`,
      type: 'application/x-note',
      bytes: Buffer.from('x'),
    }))
    const message = await readMail(mailText({ ...mail, attachments }))
    expect(message.attachments).toHaveLength(998) // the whole and its text are parts too
    expect(message.flags).toEqual(['partlyParsed'])
  })

  test('with endlessly nested parts is shown by its headers and its last part', async () => {
    let nested = 'Content-Type: text/plain\r\n\r\ndeep'
    for (let depth = 0; depth < 200; depth++) {
      nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--`
    }
    const message = await readMail(`From: ann@acme.test\r\nSubject: deep\r\n${nested}`)
    expect(message).toMatchObject({
      subject: 'deep',
      author: { value: 'ann@acme.test' },
      flags: ['partlyParsed'],
    })
    expect(message.body).toContain('deep')
  })

  test('with too many headers is shown by the first of them', async () => {
    const message = await readMail(
      `From: ann@acme.test\r\nSubject: wide\r\n${'X-Pad: 0123456789\r\n'.repeat(80_000)}\r\nHello`,
    )
    expect(message).toMatchObject({ subject: 'wide', flags: ['partlyParsed'] })
  })

  test('never throws, and always gives one message for any bytes', async () => {
    const word = fc.constantFrom(
      'From: a@b.test',
      'To: x',
      'Content-Type: multipart/mixed; boundary=b',
      'Content-Type: message/rfc822',
      '--b',
      '--b--',
      '',
      ' ',
      'Content-Transfer-Encoding: base64',
      'Subject: =?utf-8?B?//8=?=',
      'X-MS-Journal-Report:',
      'Date: 99 Foo 2026',
      '<p>&#x110000;<script>',
      'Content-Type: text/html; charset=x-none',
      'AAAA====',
      'Message-ID: <',
      'References: <a> b <c',
      'To: a:b;,;"',
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 500 }),
      fc
        .array(fc.oneof(word, fc.string({ maxLength: 30 })), { maxLength: 30 })
        .map((lines) => Buffer.from(lines.join('\r\n'))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, async (given) => {
        const message = await readMail(given)
        expect(message.messageKey).not.toBe('')
        expect(await readMail(given)).toEqual(message)
      }),
      { numRuns: roundsOf(500) },
    )
  })
})

test('the journal accepts nothing over HTTP', () => {
  expect(proofpoint.webhook).toBeUndefined()
})

test('an empty list restricts nothing', () => {
  const settings = { networks: [], senders: [] }
  expect(proofpoint.smtp?.admissionOf({ settings, secrets: { smtpPassword: 'right' } })).toEqual({
    password: 'right',
  })
  expect(
    proofpoint.smtp?.admissionOf({ settings: { networks: ['192.0.2.0/24'], senders: [] }, secrets: {} }),
  ).toEqual({ networks: ['192.0.2.0/24'] })
})

test('the key of a delivery comes from its bytes', () => {
  expect(proofpoint.rawKey(keptMail('a'))).toBe(proofpoint.rawKey(keptMail('a')))
  expect(proofpoint.rawKey(keptMail('a'))).not.toBe(proofpoint.rawKey(keptMail('b')))
})

interface JournalVector {
  id: string
  input: { eml?: string }
}
interface NormalizedVector {
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const mails = sharedVectors<JournalVector>('journal.json', 'journal-report', 'chat-archive-eml')
const normalized = sharedNormalized<NormalizedVector>('journal.json')

test.skipIf(normalized.length === 0)('the reference mails, if present, are read as expected', async () => {
  const ours = { ...journalAccount, ourDomains: ['contoso.com'], id: 'acc1' as AccountId }
  for (const { input, expected } of normalized) {
    const eml = mails.find(({ id }) => id === input.vectorId)?.input.eml ?? ''
    const message = await readMail(eml, ours)
    expect({ id: input.vectorId, ...asReference(message) }).toMatchObject({
      id: input.vectorId,
      ...expected.events[0],
    })
  }
})

/** The parts of a message under the names of the reference; `null` for missing ones. */
function asReference(message: CapturedMessage): Record<string, unknown> {
  const recipients = message.participants.filter(({ role }) => role === 'recipient')
  const reported = message.structured?.displayedRecipients
  return {
    ...message,
    eventKey: `m|${message.messageKey}`,
    author: message.author.value,
    recipients: recipients.map(({ identity, addressing, expandedFrom, forwardedFrom }) => ({
      type: addressing,
      address: identity.value,
      ...(expandedFrom && { expanded: expandedFrom }),
      ...(forwardedFrom && { forwarded: forwardedFrom }),
    })),
    displayedRecipients: reported ?? recipients.map(({ identity }) => identity.value),
    sentAt: message.sentAt?.toISOString(),
    sentAtSource: 'header',
    replyToKey: message.replyToKey ?? null,
    report: reported !== undefined,
  }
}
