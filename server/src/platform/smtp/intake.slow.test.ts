import { describe, expect, test } from 'vitest'
import { converse, sender, useSmtpIntake } from '#testing/smtp-intake.ts'

const { kept, open, connectClient, greeted, addressed, close } = useSmtpIntake()

describe('a mail', () => {
  test('is stored byte for byte, with its envelope, before it is accepted', async () => {
    const begun = Promise.withResolvers<void>()
    const storing = Promise.withResolvers<string>()
    const talk = await addressed('A@Journal.test', {
      keep: (mail) => {
        kept.push(mail)
        begun.resolve()
        return storing.promise
      },
    })
    talk.write('Subject: x\r\n\r\n..dots\r\n\xff\x00 and bare\nlines\r\n.\r\n')
    let answered = false
    const answer = talk.hear().finally(() => (answered = true))
    await begun.promise
    expect(kept).toHaveLength(1)
    // An answer that did not wait would come before those of a later conversation.
    expect(await (await connectClient()).say('NOOP')).toMatch(/^250/)
    expect(answered).toBe(false)
    storing.resolve('018f-1')
    expect(await answer).toBe('250 2.0.0 stored as 018f-1')
    expect(kept[0]).toMatchObject({
      target: 'tenant a',
      recipient: 'A@Journal.test',
      sender: 'ann@acme.test',
      remote: { address: '127.0.0.1', helo: 'sender.test' },
    })
    expect(Buffer.from(kept[0]?.bytes ?? [])).toEqual(
      Buffer.from('Subject: x\r\n\r\n.dots\r\n\xff\x00 and bare\nlines\r\n'),
    )
  })

  test('can come from a mail program over STARTTLS, with any headers', async () => {
    const { port } = await open()
    const transport = sender(port, { requireTLS: true })
    const info = await transport.sendMail({
      envelope: { from: '', to: ['a@journal.test'] },
      from: 'ann@acme.test',
      to: 'bob@client.test',
      text: 'Hello',
    })
    expect(info.response).toBe('250 2.0.0 stored as receipt-1')
    expect(kept).toMatchObject([
      { target: 'tenant a', sender: '', remote: { tls: expect.stringMatching(/^TLSv1\.[23] /) } },
    ])
    expect(Buffer.from(kept[0]?.bytes ?? []).toString()).toContain('To: bob@client.test')
  })

  test('for several tenants is stored once for each of them', async () => {
    const { port } = await open()
    const info = await sender(port).sendMail({
      envelope: { from: 'ann@acme.test', to: ['a@journal.test', 'also-a@journal.test', 'b@journal.test'] },
      text: 'Hello',
    })
    expect(kept.map(({ target }) => target).toSorted()).toEqual(['tenant a', 'tenant b'])
    expect(kept[0]?.bytes).toEqual(kept[1]?.bytes)
    expect(info.response).toBe('250 2.0.0 stored as receipt-1, receipt-2')
  })

  test('is refused temporarily, never permanently, if it cannot be stored for one of them', async () => {
    const { port } = await open({
      keep: async ({ target }) => {
        if (target === 'tenant b') throw new Error('disk full')
        return 'receipt'
      },
    })
    const sending = sender(port).sendMail({
      envelope: { from: 'ann@acme.test', to: ['a@journal.test', 'b@journal.test'] },
      text: 'Hello',
    })
    await expect(sending).rejects.toMatchObject({ code: 'EMESSAGE', responseCode: 451, command: 'DATA' })
  })

  test('that is too large is refused, announced or not, and the connection continues', async () => {
    const talk = await greeted()
    await talk.say('MAIL FROM:<a@b.test> SIZE=100001')
    expect(await talk.say('RCPT TO:<a@journal.test>')).toMatch(/^552/)
    expect(await talk.say('DATA')).toMatch(/^503/)
    await talk.say('RSET')
    await talk.say('MAIL FROM:<a@b.test> SIZE=100000')
    await talk.say('RCPT TO:<a@journal.test>')
    await talk.say('DATA')
    talk.write(`${'x'.repeat(100_001)}\r\n.\r\n`)
    expect(await talk.hear()).toMatch(/^552/)
    expect(kept).toEqual([])
    expect(await talk.say('NOOP')).toMatch(/^250/)
  })

  test('cannot hide another mail behind any line that only looks like its end', async () => {
    const hidden = [
      '\n.\n',
      '\n.\r\n',
      '\r.\r',
      '\r\n.\n',
      '\r\n.\r',
      '\r.\r\n',
      '\r\n\0.\r\n',
      '\r\n.\0\r\n',
    ]
    const talk = await addressed('a@journal.test')
    const smuggled = hidden.map(
      (end) => `text${end}MAIL FROM:<boss@acme.test>\r\nRCPT TO:<b@journal.test>\r\nDATA\r\nevil\r\n`,
    )
    talk.write(`${smuggled.join('')}\r\n.\r\n`)
    expect(await talk.hear()).toBe('250 2.0.0 stored as receipt-1')
    expect(await talk.say('NOOP')).toMatch(/^250/)
    expect(kept).toHaveLength(1)
    expect(
      Buffer.from(kept[0]?.bytes ?? [])
        .toString('latin1')
        .match(/evil/g),
    ).toHaveLength(hidden.length)
  })

  test('does not exist before it ends: a lost connection stores nothing', async () => {
    const talk = await addressed('a@journal.test', { limits: { connectionsPerAddress: 1 } })
    talk.write('Subject: half\r\n\r\nhalf of')
    talk.close()
    // Another may come once the intake has noticed that this one is gone.
    await expect.poll(async () => (await connectClient()).say('NOOP')).toMatch(/^250/)
    expect(kept).toEqual([])
  })

  test.each(['in the clear', 'over TLS'])('keeps the dots after a bare line feed, %s', async (way) => {
    const text = 'a\n..b\n.\n...c\r\n.d\r\n'
    const wire = text.replace(/(^|\r\n)\./g, '$1..')
    const { port } = await open()
    const answers = await converse(port, way === 'over TLS', [
      'MAIL FROM:<ann@acme.test>',
      'RCPT TO:<a@journal.test>',
      'DATA',
      `${wire}.`,
    ])
    expect(answers.at(-1)).toMatch(/^250/)
    expect(Buffer.from(kept[0]?.bytes ?? []).toString()).toBe(text)
  })

  test('may arrive in any pieces', async () => {
    const talk = await addressed('a@journal.test')
    for (const byte of 'a\r\n..b\r\n...\r\n.\r\n') {
      talk.write(byte)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(await talk.hear()).toMatch(/^250/)
    expect(Buffer.from(kept[0]?.bytes ?? []).toString()).toBe('a\r\n.b\r\n..\r\n')
  })
})

test('a port in use is reported at the start', async () => {
  const { port } = await open()
  await expect(open({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('closing takes only a moment, even with connected clients', async () => {
  const talk = await greeted()
  const started = performance.now()
  await close()
  expect(performance.now() - started).toBeLessThan(4000)
  expect(await talk.hear()).toMatch(/^(421|$)/)
})

test('a mail that a recipient refuses, or that is too large, is reported for counting', async () => {
  const refused: object[] = []
  const talk = await greeted({ refused: async (mail) => void refused.push(mail) })
  await talk.say('MAIL FROM:<eve@elsewhere.test>')
  expect(await talk.say('RCPT TO:<from@journal.test>')).toMatch(/^550/)
  expect(await talk.say('RCPT TO:<unknown@journal.test>')).toMatch(/^550/)
  await talk.say('RCPT TO:<a@journal.test>')
  await talk.say('DATA')
  talk.write(`${'x'.repeat(100_001)}\r\n.\r\n`)
  expect(await talk.hear()).toMatch(/^552/)
  const remote = '127.0.0.1'
  expect(refused).toEqual([
    { target: 'tenant a', remote, sizeBytes: 0, reason: '5.7.1 This sender may not deliver here' },
    {
      target: 'tenant a',
      remote,
      sizeBytes: expect.any(Number),
      reason: '5.3.4 The mail is larger than the limit',
    },
  ])
  expect(refused[1]).toHaveProperty('sizeBytes', expect.closeTo(100_003, -2))
  await talk.say('MAIL FROM:<ann@acme.test> SIZE=99999999999999999999')
  expect(await talk.say('RCPT TO:<a@journal.test>')).toMatch(/^552 5\.3\.4/)
  expect(refused[2]).toEqual({
    target: 'tenant a',
    remote,
    sizeBytes: Number.MAX_SAFE_INTEGER,
    reason: '5.3.4 The mail is larger than the limit',
  })
})
