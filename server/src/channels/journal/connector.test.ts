import { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedMessage } from '#kernel/captured-event.ts'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { proofpoint } from './connector.ts'

const account: ChannelAccount = {
  id: AccountId.parse('01890000-0000-7000-8000-000000000001'),
  tenantId: TenantId.parse('01890000-0000-7000-8000-000000000002'),
  channel: 'proofpoint',
  address: { kind: 'email', value: 'x7@journal.acme.test' },
  ourDomains: ['acme.test'],
  settings: {},
  secrets: {},
}

const kept = (mail: string | Uint8Array) => ({
  headers: {},
  contentType: 'message/rfc822',
  receivedAt: new Date(0),
  body: typeof mail === 'string' ? Buffer.from(mail) : mail,
})

async function capture(mail: string | Uint8Array, of = account): Promise<CapturedMessage> {
  const [message] = await proofpoint.parse(kept(mail), of)
  if (message?.kind !== 'message') throw new Error('a mail is one message')
  return message
}

const mail = {
  from: '"Ann Lee" <Ann@Acme.test>',
  to: 'Bob <bob@client.test>, desk@acme.test',
  cc: 'carl@acme.test',
  subject: '=?utf-8?Q?Angebot_=C3=BCber_5_Mio?=',
  date: 'Thu, 14 May 2026 08:00:00 +0000',
  messageId: '<m1@acme.test>',
  headers: { 'In-Reply-To': '<q2@client.test>', References: '<q1@client.test> <q2@client.test>' },
  body: 'Grüße, Preis 101.25\r\nbis morgen',
}

describe('a plain mail', () => {
  test('becomes a message of its thread, from its author to its recipients', async () => {
    expect(await capture(mailText(mail))).toEqual({
      kind: 'message',
      channel: 'proofpoint',
      messageKey: expect.stringMatching(/^01890000-0000-7000-8000-000000000001:<m1@acme.test>:[0-9a-f]{16}$/),
      seen: expect.stringMatching(/^[0-9a-f]{16}$/),
      aliases: ['<m1@acme.test>'],
      conversationKey: 't:<q1@client.test>',
      conversationType: 'thread',
      conversationTitle: 'Angebot über 5 Mio',
      subject: 'Angebot über 5 Mio',
      direction: 'outbound',
      author: { kind: 'email', value: 'ann@acme.test' },
      authorName: 'Ann Lee',
      participants: [
        { identity: { kind: 'email', value: 'ann@acme.test' }, role: 'author', displayName: 'Ann Lee' },
        {
          identity: { kind: 'email', value: 'bob@client.test' },
          role: 'recipient',
          addressing: 'to',
          displayName: 'Bob',
        },
        { identity: { kind: 'email', value: 'desk@acme.test' }, role: 'recipient', addressing: 'to' },
        { identity: { kind: 'email', value: 'carl@acme.test' }, role: 'recipient', addressing: 'cc' },
      ],
      sentAt: new Date('2026-05-14T08:00:00Z'),
      body: 'Grüße, Preis 101.25\nbis morgen',
      format: 'plain',
      contentType: 'text',
      attachments: [],
      replyToKey: '<q2@client.test>',
    })
  })

  test.each([
    ['outbound', 'ann@acme.test', 'bob@client.test, carl@acme.test'],
    ['internal', 'ann@acme.test', 'carl@eu.acme.test'],
    ['inbound', 'bob@client.test', 'ann@acme.test'],
    ['inbound', 'eve@notacme.test', 'ann@acme.test'],
    ['unknown', 'somebody', 'ann@acme.test'],
  ])('is %s from %s to %s', async (direction, from, to) => {
    expect(await capture(mailText({ ...mail, from, to, cc: '' }))).toMatchObject({ direction })
  })

  test('has no direction if our domains are not configured', async () => {
    expect(await capture(mailText(mail), { ...account, ourDomains: [] })).toMatchObject({
      direction: 'unknown',
    })
  })

  test('keeps its attachments, including mails, with their names and bytes', async () => {
    const inner = mailText({ ...mail, subject: 'inner' })
    const message = await capture(
      mailText({
        ...mail,
        attachments: [
          { name: 'term sheet.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7') },
          { name: 'old.eml', type: 'message/rfc822', bytes: Buffer.from(inner) },
        ],
      }),
    )
    expect(message.attachments).toEqual([
      {
        ordinal: 0,
        name: 'term sheet.pdf',
        mimeDeclared: 'application/pdf',
        sizeDeclared: 8,
        bytes: new Uint8Array(Buffer.from('%PDF-1.7')),
      },
      expect.objectContaining({ ordinal: 1, name: 'old.eml', mimeDeclared: 'message/rfc822' }),
    ])
    expect(Buffer.from(message.attachments[1]?.bytes ?? []).toString()).toContain('Subject: inner')
    expect(message.body).toContain('Preis 101.25')
  })

  test('with only HTML is read as text', async () => {
    const message = await capture(
      mailText({
        ...mail,
        body: undefined,
        html: '<p>Price&nbsp;<b>101</b></p><style>p{}</style><p>now</p>',
      }),
    )
    expect(message).toMatchObject({ body: 'Price\u00a0101\n\nnow', format: 'html', contentType: 'text' })
  })

  test('is read from its HTML when its text is only a stub', async () => {
    const html = '<p>Guaranteed return of twelve per cent, tell nobody about this offer.</p>'
    expect(await capture(mailText({ ...mail, body: 'View in browser', html }))).toMatchObject({
      body: 'Guaranteed return of twelve per cent, tell nobody about this offer.',
      format: 'html',
    })
    expect(
      await capture(mailText({ ...mail, body: 'Guaranteed return of twelve per cent', html })),
    ).toMatchObject({
      body: 'Guaranteed return of twelve per cent',
      format: 'plain',
    })
  })

  test('without an id gets an id from its bytes, and a conversation from its subject and people', async () => {
    const bare = { ...mail, messageId: '', headers: {} }
    const first = await capture(mailText(bare))
    expect(first.messageKey).toMatch(/:<[0-9a-f]{64}@generated>:/)
    expect(await capture(mailText(bare))).toEqual(first)
    const answer = await capture(
      mailText({
        ...bare,
        subject: 'AW: Re: Angebot über 5 Mio',
        from: 'bob@client.test',
        to: '"Ann" <ann@acme.test>, desk@acme.test',
      }),
    )
    expect(answer.messageKey).not.toBe(first.messageKey)
    expect(answer.conversationKey).toBe(first.conversationKey)
    expect(answer.conversationKey).toMatch(/^h:/)
  })

  test('without a date gets the date of the first server on its way, or none', async () => {
    const headers = {
      Received:
        'from b by c; Thu, 14 May 2026 09:00:00 +0100\r\nReceived: from a by b; Thu, 14 May 2026 08:59:00 +0100',
    }
    expect(await capture(mailText({ ...mail, date: 'yesterday', headers }))).toMatchObject({
      sentAt: new Date('2026-05-14T07:59:00Z'),
    })
    expect((await capture(mailText({ ...mail, date: '' }))).sentAt).toBeUndefined()
  })

  test.each([
    ['an automatic answer', { 'Auto-Submitted': 'auto-replied' }, ['autoReply']],
    [
      'an encrypted mail',
      { 'Content-Type': 'application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m' },
      ['encrypted'],
    ],
    ['a generated mail', { 'Auto-Submitted': 'auto-generated' }, undefined],
    ['a signed mail', { 'Content-Type': 'application/pkcs7-mime; smime-type=signed-data' }, undefined],
  ])('shows that it is %s', async (_, headers, flags) => {
    const message = await capture(mailText({ ...mail, headers: headers as Record<string, string> }))
    expect(message.flags).toEqual(flags)
  })
})

describe('a chat from another archive', () => {
  const chat = {
    ...mail,
    messageId: '<conv-8f2.1@archive.test>',
    subject: 'Chat: 2 Users, 3 Messages, 4 Minutes',
    headers: { 'X-GlobalRelay-MsgType': 'ExampleChat' },
  }
  test('becomes one transcript', async () => {
    expect(await capture(mailText(chat))).toMatchObject({
      contentType: 'transcript',
      structured: { messageType: 'ExampleChat' },
      conversationKey: 't:<conv-8f2.1@archive.test>',
    })
  })

  test('belongs to the conversation that its header names', async () => {
    const headers = { ...chat.headers, 'X-Mattermost-ChannelID': 'c7' }
    expect(await capture(mailText({ ...chat, subject: 'Chat', headers }))).toMatchObject({
      conversationKey: 'x:c7',
      contentType: 'text',
    })
  })
})

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
    const message = await capture(wrapped())
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
      const plain = await capture(mailText(mail))
      const message = await capture(wrapped(options))
      expect(message.messageKey).toBe(plain.messageKey)
      expect(message.participants.filter(({ role }) => role === 'recipient')).toHaveLength(5)
      expect(message.body).toBe(plain.body)
    },
  )

  test('keeps additional parts and unknown lines', async () => {
    const message = await capture(
      exchangeReport([...lines, 'Label: secret'], mailText(mail), { extra: true }),
    )
    expect(message.attachments).toMatchObject([{ name: 'winmail.dat', mimeDeclared: 'application/ms-tnef' }])
    expect(message.structured).toMatchObject({ unknownReportLines: [{ label: 'Label', value: 'secret' }] })
  })

  test('without its mail is kept for its own content', async () => {
    const message = await capture(wrapped({ withoutMail: true }))
    expect(message.flags).toEqual(['partlyParsed'])
    expect(message.participants.filter(({ role }) => role === 'recipient')).toHaveLength(5)
  })

  test('is not recognized only by its words', async () => {
    expect(
      await capture(mailText({ ...mail, headers: { 'Content-Identifier': 'Report' } })),
    ).not.toHaveProperty('structured')
  })
})

describe('a mail that is hard to read', () => {
  test.each([
    ['no headers at all', 'just words, no mail', ['unparsed'], 'just words, no mail'],
    ['nothing', '', ['unparsed'], null],
  ])('is kept in sight: %s', async (_, bytes, flags, body) => {
    expect(await capture(bytes)).toMatchObject({ flags, body, author: { kind: 'unknown' } })
  })

  test('with more parts than the limit is marked, and shows the first thousand', async () => {
    const attachments = Array.from({ length: 1001 }, (_, at) => ({
      name: `${at}.txt`,
      type: 'application/x-note',
      bytes: Buffer.from('x'),
    }))
    const message = await capture(mailText({ ...mail, attachments }))
    expect(message.attachments).toHaveLength(998) // the whole and its text are parts too
    expect(message.flags).toEqual(['partlyParsed'])
  })

  test('with endlessly nested parts is shown by its headers and its last part', async () => {
    let nested = 'Content-Type: text/plain\r\n\r\ndeep'
    for (let depth = 0; depth < 200; depth++) {
      nested = `Content-Type: multipart/mixed; boundary=b${depth}\r\n\r\n--b${depth}\r\n${nested}\r\n--b${depth}--`
    }
    const message = await capture(`From: ann@acme.test\r\nSubject: deep\r\n${nested}`)
    expect(message).toMatchObject({
      subject: 'deep',
      author: { value: 'ann@acme.test' },
      flags: ['partlyParsed'],
    })
    expect(message.body).toContain('deep')
  })

  test('with too many headers is shown by the first of them', async () => {
    const message = await capture(
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
        const message = await capture(given)
        expect(message.messageKey).not.toBe('')
        expect(await capture(given)).toEqual(message)
      }),
      { numRuns: roundsOf(500) },
    )
  })
})

test('the journal accepts nothing over HTTP', () => {
  expect(proofpoint.webhook).toBeUndefined()
})

test('the key of a delivery comes from its bytes', () => {
  expect(proofpoint.rawKey(kept('a'))).toBe(proofpoint.rawKey(kept('a')))
  expect(proofpoint.rawKey(kept('a'))).not.toBe(proofpoint.rawKey(kept('b')))
})

interface JournalVector {
  id: string
  input: { eml?: string }
}
interface NormalizedVector {
  input: { file: string; vectorId: string }
  expected: { events: Record<string, unknown>[] }
}

const mails = sharedVectors<JournalVector>('journal.json')
const normalized = sharedVectors<NormalizedVector>('normalized.json').filter(
  ({ input }) => input.file === 'journal.json',
)

test.skipIf(normalized.length === 0)('the reference mails, if present, are read as expected', async () => {
  const ours = { ...account, ourDomains: ['contoso.com'], id: 'acc1' as AccountId }
  for (const { input, expected } of normalized) {
    const eml = mails.find(({ id }) => id === input.vectorId)?.input.eml ?? ''
    const message = await capture(eml, ours)
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
