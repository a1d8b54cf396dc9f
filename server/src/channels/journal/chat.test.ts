import { describe, expect, test } from 'vitest'
import { exchangeReport, mailText } from '#testing/fakes/mail.ts'
import { journalAccount, mail, readMail } from '#testing/journal.ts'

const chat = {
  ...mail,
  messageId: '<conv-8f2.1@archive.test>',
  subject: 'Chat: 2 Users, 3 Messages, 4 Minutes',
  headers: { 'X-GlobalRelay-MsgType': 'ExampleChat' },
}

const email = (value: string) => ({ kind: 'email', value }) as const
const read = (text: string, settings: object = {}, over: object = {}) =>
  readMail(text, { ...journalAccount, ...over, settings: { ...settings } })

describe('a chat from another archive', () => {
  test('becomes one transcript', async () => {
    expect(await readMail(mailText(chat))).toMatchObject({
      contentType: 'transcript',
      structured: { messageType: 'ExampleChat' },
      conversationKey: 't:<conv-8f2.1@archive.test>',
    })
  })

  test('belongs to the conversation that its header names', async () => {
    const headers = { ...chat.headers, 'X-Mattermost-ChannelID': 'c7' }
    expect(await readMail(mailText({ ...chat, subject: 'Chat', headers }))).toMatchObject({
      conversationKey: 'x:c7',
      contentType: 'text',
    })
  })

  test('belongs to the conversation that a header of its account names, before those that everyone uses', async () => {
    const headers = { 'X-Acme-Room': 'r1', 'X-Acme-Chat': 'AcmeTalk', 'X-Conv-Id': 'c7' }
    const text = mailText({ ...chat, headers })
    expect(await read(text)).toMatchObject({ conversationKey: 'x:c7', contentType: 'text' })
    const named = { conversationHeaders: ['X-ACME-Room:'], chatHeaders: ['x-acme-chat'] }
    expect(await read(text, named)).toMatchObject({
      conversationKey: 'x:r1',
      contentType: 'transcript',
      structured: { messageType: 'AcmeTalk' },
    })
    expect(await read(text, { conversationHeaders: 'none' })).toMatchObject({ conversationKey: 'x:c7' })
  })

  test.each<[string, { settings: object; headers?: object; subject?: string; app: string | undefined }]>([
    ['a pattern takes from the value', { settings: { chatHeaders: ['X-Acme: app=(\\w+);'] }, app: 'Talk' }],
    ['a line gives itself', { settings: { chatHeaders: ['X-Acme => Acme Talk'] }, app: 'Acme Talk' }],
    [
      'a line gives for a subject',
      { settings: { chatHeaders: ['Subject: ^Teams => Teams'] }, subject: 'Teams: Ann', app: 'Teams' },
    ],
    [
      'a line gives for a subject in another script',
      {
        settings: { chatHeaders: ['Subject: ^微信 => WeChat'] },
        subject: '=?utf-8?B?5b6u5L+h?=',
        app: 'WeChat',
      },
    ],
    [
      'a line gives for a sender of this domain',
      { settings: { chatHeaders: ['From: (?i)@acme\\.test>?$ => Talk'] }, app: 'Talk' },
    ],
    [
      'the first line that is right gives',
      {
        settings: { chatHeaders: ['X-Acme: slack => Slack', 'X-Acme: talk => Talk', 'X-Acme'] },
        app: 'Talk',
      },
    ],
    [
      'no line gives, because no pattern is right',
      { settings: { chatHeaders: ['X-Acme: ^q'] }, app: undefined },
    ],
    [
      'no line gives, because none names a header',
      { settings: { chatHeaders: ['X Acme', ''] }, app: undefined },
    ],
    [
      'no line gives, because none has a good pattern',
      { settings: { chatHeaders: ['X-Acme: ('] }, app: undefined },
    ],
  ])('is of the app that %s', async (_, { settings, subject = 'Hello', app }) => {
    const text = mailText({ ...mail, subject, headers: { 'X-Acme': 'v=1; app=Talk; talk' } })
    const { structured } = await read(text, settings)
    expect(structured?.messageType).toBe(app)
  })

  test('is a transcript by a header of its account, and only if it is a chat', async () => {
    const settings = { chatHeaders: ['X-Acme'], transcriptHeaders: ['X-Acme-Form: ^(day|week)$'] }
    const typeOf = async (headers: Record<string, string>) =>
      (await read(mailText({ ...mail, headers }), settings)).contentType
    expect(await typeOf({ 'X-Acme': 'Talk', 'X-Acme-Form': 'day' })).toBe('transcript')
    expect(await typeOf({ 'X-Acme': 'Talk', 'X-Acme-Form': 'message' })).toBe('text')
    expect(await typeOf({ 'X-Acme-Form': 'day' })).toBe('text')
  })

  test('has the conversation that a pattern takes from a header', async () => {
    const settings = { conversationHeaders: ['X-Acme: ^room (\\S+)', 'Subject: \\[#(\\d+)\\]'] }
    const keyOf = async (room: string, subject = 'Hello') =>
      (await read(mailText({ ...mail, subject, headers: { 'X-Acme': room } }), settings)).conversationKey
    expect(await keyOf('room 7 of 12')).toBe('x:7')
    expect(await keyOf('hall 7', 'About [#42]')).toBe('x:42')
    expect(await keyOf('hall 7')).toBe('t:<m1@acme.test>')
  })
})

describe('the people of a chat', () => {
  const settings = {
    chatHeaders: ['X-Acme => AcmeTalk'],
    participantHeaders: ['X-Acme-Members'],
    authorHeaders: ['X-Acme-From'],
  }
  const archived = (headers: Record<string, string>) => ({
    subject: 'A chat',
    date: mail.date,
    messageId: mail.messageId,
    body: mail.body,
    from: 'Feeds <feeds@archive.test>',
    to: 'x7@journal.acme.test, vault@archive.test',
    headers: { 'X-Acme': '1', ...headers },
  })
  const peopleOf = async (headers: Record<string, string>, over: object = {}) =>
    read(mailText(archived(headers)), settings, over)

  test('are those that headers name, not the archive to which the mail is addressed', async () => {
    const message = await peopleOf({
      'X-Acme-From': 'Ann Lee <Ann@Acme.test>',
      'X-Acme-Members': 'Ann Lee <ann@acme.test>, "Client, Bob" <bob@client.test>; +351 912 000 111, U-Carl',
    })
    expect(message).toMatchObject({
      author: email('ann@acme.test'),
      authorName: 'Ann Lee',
      direction: 'outbound',
      structured: {
        messageType: 'AcmeTalk',
        displayedRecipients: ['x7@journal.acme.test', 'vault@archive.test'],
      },
    })
    expect(message.participants).toEqual([
      { identity: email('ann@acme.test'), role: 'author', displayName: 'Ann Lee' },
      { identity: email('feeds@archive.test'), role: 'on-behalf-of' },
      { identity: email('bob@client.test'), role: 'recipient', addressing: 'to', displayName: 'Client, Bob' },
      { identity: { kind: 'phone', value: '+351912000111' }, role: 'recipient', addressing: 'to' },
      {
        identity: { kind: 'unknown', value: 'u-carl' },
        role: 'recipient',
        addressing: 'to',
        displayName: 'U-Carl',
      },
    ])
  })

  test('are in all headers of the name, each once', async () => {
    const text = mailText(archived({ 'X-Acme-Members': 'ann@acme.test' })).replace(
      'X-Acme-Members',
      'X-Acme-Members: bob@client.test, ANN@acme.test\r\nX-Acme-Members',
    )
    const { participants } = await read(text, settings)
    expect(participants.filter(({ role }) => role === 'recipient').map(({ identity }) => identity)).toEqual([
      email('bob@client.test'),
      email('ann@acme.test'),
    ])
  })

  test('are what each group of a pattern takes', async () => {
    const bySubject = { chatHeaders: ['X-Acme'], participantHeaders: ['Subject: between (\\S+) and (.+)$'] }
    const text = mailText({ ...archived({}), subject: 'Chat between ann@acme.test and bob@client.test' })
    const { participants } = await read(text, bySubject)
    expect(participants.map(({ identity }) => identity.value)).toEqual([
      'feeds@archive.test',
      'ann@acme.test',
      'bob@client.test',
    ])
  })

  test.each([
    ['ann@acme.test, carl@acme.test', 'internal'],
    ['ann@acme.test, bob@client.test', 'outbound'],
    ['ann@acme.test, +351912000111', 'outbound'],
    ['ann@acme.test, carl@acme.test, U-Dan', 'unknown'],
  ])('%s decide its direction, and the system that sends it does not', async (members, direction) => {
    const headers = { 'X-Acme-From': 'ann@acme.test', 'X-Acme-Members': members }
    expect((await peopleOf(headers)).direction).toBe(direction)
  })

  test('include colleagues whom the mail shows, so that no mail escapes their policies by a header', async () => {
    const forged = { ...archived({ 'X-Acme-Members': 'eve@else.test' }), from: 'bob@client.test' }
    const text = mailText({ ...forged, to: 'Rita <rita@acme.test>, other@client.test' })
    expect((await read(text, settings)).participants).toEqual([
      { identity: email('bob@client.test'), role: 'author' },
      { identity: email('eve@else.test'), role: 'recipient', addressing: 'to' },
      { identity: email('rita@acme.test'), role: 'member', addressing: 'to', displayName: 'Rita' },
    ])
    const anywhere = await read(text, settings, { ourDomains: [] })
    expect(anywhere.participants.map(({ identity }) => identity.value)).toContain('other@client.test')
  })

  test('include everyone who got the mail by its report', async () => {
    const wrapped = exchangeReport(
      ['Sender: feeds@archive.test', 'Bcc: hidden@client.test'],
      mailText(archived({ 'X-Acme-Members': 'ann@acme.test' })),
    )
    const { participants } = await read(wrapped, settings)
    expect(participants.filter(({ role }) => role === 'recipient')).toEqual([
      { identity: email('hidden@client.test'), role: 'recipient', addressing: 'bcc' },
      { identity: email('ann@acme.test'), role: 'recipient', addressing: 'to' },
    ])
  })

  test('are those of the mail where no header names any, and in mails that are no chats', async () => {
    const plain = await read(mailText(mail))
    expect(await read(mailText(mail), settings)).toEqual(plain)
    const named = {
      ...mail,
      headers: { ...mail.headers, 'X-Acme-Members': 'eve@else.test', 'X-Acme-From': 'eve@else.test' },
    }
    expect(await read(mailText(named), settings)).toEqual(plain)
    const empty = {
      ...mail,
      headers: { ...mail.headers, 'X-Acme': '1', 'X-Acme-Members': ' , ', 'X-Acme-From': '""' },
    }
    const { participants, author, direction } = await read(mailText(empty), settings)
    expect({ participants, author, direction }).toEqual({
      participants: plain.participants,
      author: plain.author,
      direction: plain.direction,
    })
  })

  test('change nothing in what a mail shows, so a copy of it is still the same message', async () => {
    const text = mailText(archived({ 'X-Acme-From': 'ann@acme.test', 'X-Acme-Members': 'bob@client.test' }))
    const [one, other] = [await read(text), await read(text, settings)]
    expect([other.messageKey, other.seen, other.aliases]).toEqual([one.messageKey, one.seen, one.aliases])
  })
})

describe('hostile headers', () => {
  const long = `${'a'.repeat(2000)}!`
  const patterns = ['(a+)+$', '(a|a)*b$', '^(([a-z])+.)+[A-Z]([a-z])+$'].map((one) => `X-Acme: ${one}`)
  const all = { conversationHeaders: patterns, participantHeaders: patterns, authorHeaders: patterns }

  test('on which an engine that goes back would never end are read', async () => {
    const text = mailText({ ...mail, headers: { 'X-Acme': long, 'X-GlobalRelay-MsgType': 'Talk' } })
    const { conversationKey, contentType } = await read(text, { chatHeaders: patterns, ...all })
    expect([conversationKey, contentType]).toEqual(['t:<m1@acme.test>', 'text'])
  })

  test('that are too long for all patterns are noted, and the mail is shown as it is', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `X-Acme: ^(?:a{1,${100 + at}}b)+$`)
    const headers = { ...mail.headers, 'X-Acme': 'a'.repeat(900_000), 'X-Conv-Id': 'c7' }
    const message = await read(mailText({ ...mail, headers }), {
      chatHeaders: many,
      conversationHeaders: many,
    })
    expect(message).toMatchObject({ flags: ['partlyParsed'], conversationKey: 'x:c7' })
    const plain = await read(mailText({ ...mail, headers }))
    expect(plain).not.toHaveProperty('flags')
    expect(message.participants).toEqual(plain.participants)
  })
})
