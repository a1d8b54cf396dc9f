import { describe, expect, test } from 'vitest'
import { mailText } from '#testing/fakes/mail.ts'
import { journalAccount, mail, readMail } from '#testing/journal.ts'

describe('a plain mail', () => {
  test('becomes a message of its thread, from its author to its recipients', async () => {
    expect(await readMail(mailText(mail))).toEqual({
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
    ['unknown', 'sender', 'ann@acme.test'],
  ])('is %s from %s to %s', async (direction, from, to) => {
    expect(await readMail(mailText({ ...mail, from, to, cc: '' }))).toMatchObject({ direction })
  })

  test('has no direction if our domains are not configured', async () => {
    expect(await readMail(mailText(mail), { ...journalAccount, ourDomains: [] })).toMatchObject({
      direction: 'unknown',
    })
  })

  test('keeps its attachments, including mails, with their names and bytes', async () => {
    const inner = mailText({ ...mail, subject: 'inner' })
    const message = await readMail(
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
    const message = await readMail(
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
    expect(await readMail(mailText({ ...mail, body: 'View in browser', html }))).toMatchObject({
      body: 'Guaranteed return of twelve per cent, tell nobody about this offer.',
      format: 'html',
    })
    expect(
      await readMail(mailText({ ...mail, body: 'Guaranteed return of twelve per cent', html })),
    ).toMatchObject({
      body: 'Guaranteed return of twelve per cent',
      format: 'plain',
    })
  })

  test('without an id gets an id from its bytes, and a conversation from its subject and people', async () => {
    const bare = { ...mail, messageId: '', headers: {} }
    const first = await readMail(mailText(bare))
    expect(first.messageKey).toMatch(/:<[0-9a-f]{64}@generated>:/)
    expect(await readMail(mailText(bare))).toEqual(first)
    const answer = await readMail(
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
    expect(await readMail(mailText({ ...mail, date: 'yesterday', headers }))).toMatchObject({
      sentAt: new Date('2026-05-14T07:59:00Z'),
    })
    expect((await readMail(mailText({ ...mail, date: '' }))).sentAt).toBeUndefined()
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
    const message = await readMail(mailText({ ...mail, headers: headers as Record<string, string> }))
    expect(message.flags).toEqual(flags)
  })
})
