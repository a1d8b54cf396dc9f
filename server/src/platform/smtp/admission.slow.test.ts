import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type IntakeOverrides, sender, useSmtpIntake } from '#testing/smtp-intake.ts'

const { kept, open, connectClient, greeted, addressed, close } = useSmtpIntake()

describe('a recipient', () => {
  const answerTo = async (
    to: string,
    { from = 'ann@acme.test', ...overrides }: IntakeOverrides & { from?: string } = {},
  ) => {
    const talk = await greeted(overrides)
    await talk.say(`MAIL FROM:<${from}>`)
    return talk.say(`RCPT TO:<${to}>`)
  }

  test.each([
    ['that is unknown', 'unknown@journal.test', '550 5.1.1'],
    ['that wants its sender to sign in', 'signed@journal.test', '530 5.7.0'],
    ['that wants TLS', 'tls@journal.test', '530 5.7.0'],
    ['that takes mail from another network only', 'far@journal.test', '550 5.7.1'],
  ])('%s is refused', async (_, to, answer) => {
    expect(await answerTo(to)).toContain(answer)
  })

  test.each([
    ['from its network', 'near@journal.test', 'ann@acme.test'],
    ['from its domain', 'from@journal.test', 'Ann@Acme.test'],
    ['from its sender', 'from@journal.test', 'bob@client.test'],
    ['without a sender, as reports are, from its network', 'from-near@journal.test', ''],
    ['without a sender, if anyone may', 'a@journal.test', ''],
  ])('takes mail %s', async (_, to, from) => {
    expect(await answerTo(to, { from })).toMatch(/^250/)
  })

  test('that identifies its senders only by name accepts no mail without a sender', async () => {
    expect(await answerTo('from@journal.test', { from: '' })).toContain('550 5.7.1 The empty sender')
  })

  test.each(['eve@client.test', 'eve@notacme.test', 'bob@client.test.evil.test'])(
    'takes no mail from %s',
    async (from) => {
      expect(await answerTo('from@journal.test', { from })).toContain('550 5.7.1')
    },
  )

  test('that cannot be looked up must be retried later', async () => {
    const failing = async () => {
      throw new Error('the database is away')
    }
    expect(await answerTo('a@journal.test', { findRecipient: failing })).toContain('451 4.3.0')
  })

  test('is limited in number per mail', async () => {
    const talk = await greeted({ findRecipient: async (address) => ({ id: address, target: address }) })
    await talk.say('MAIL FROM:<ann@acme.test>')
    for (let at = 0; at < 5; at++) expect(await talk.say(`RCPT TO:<${at}@journal.test>`)).toMatch(/^250/)
    expect(await talk.say('RCPT TO:<6@journal.test>')).toMatch(/^452/)
  })

  test('of one mail does not count for the next', async () => {
    const talk = await addressed('a@journal.test')
    talk.write('one\r\n.\r\n')
    await talk.hear()
    await talk.say('MAIL FROM:<ann@acme.test>')
    await talk.say('RCPT TO:<b@journal.test>')
    await talk.say('DATA')
    talk.write('two\r\n.\r\n')
    await talk.hear()
    expect(kept.map(({ target }) => target)).toEqual(['tenant a', 'tenant b'])
  })
})

describe('signing in', () => {
  const auth = (pass: string) => ({ requireTLS: true, auth: { user: 'exchange', pass } })
  const envelope = { from: 'ann@acme.test', to: ['signed@journal.test'] }

  test('gives access to the recipients that require it', async () => {
    const { port } = await open()
    await sender(port, auth('right')).sendMail({ envelope, text: 'Hello' })
    expect(kept).toMatchObject([{ remote: { user: 'exchange' } }])
  })

  test('with a wrong password gives no access', async () => {
    const { port } = await open()
    await expect(sender(port, auth('wrong')).sendMail({ envelope, text: 'Hello' })).rejects.toMatchObject({
      code: 'EAUTH',
      responseCode: 535,
    })
  })

  test('as another user gives no access', async () => {
    const { port } = await open({ authenticate: async () => 'another' })
    await expect(sender(port, auth('right')).sendMail({ envelope, text: 'Hello' })).rejects.toMatchObject({
      responseCode: 550,
    })
  })

  test('is refused without encryption', async () => {
    let asked = false
    const talk = await greeted({
      authenticate: async () => {
        asked = true
        return 'exchange'
      },
    })
    expect(await talk.say(`AUTH PLAIN ${Buffer.from('\0exchange\0right').toString('base64')}`)).toMatch(
      /^538/,
    )
    expect(asked).toBe(false)
  })

  test('is limited to a few attempts', async () => {
    const { port } = await open({ limits: { failuresPerMinute: 2 } })
    const codes: unknown[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      const failure = await sender(port, auth('wrong'))
        .verify()
        .catch((error: unknown) => error)
      codes.push((failure as { responseCode?: number }).responseCode)
    }
    expect(codes).toEqual([535, 535, 421, 421])
  })
})

describe('too much', () => {
  test('of mails on one connection ends it politely', async () => {
    const talk = await greeted()
    for (let at = 0; at < 3; at++) {
      await talk.say('MAIL FROM:<ann@acme.test>')
      await talk.say('RCPT TO:<a@journal.test>')
      await talk.say('DATA')
      talk.write('x\r\n.\r\n')
      expect(await talk.hear()).toMatch(/^250/)
    }
    expect(await talk.say('MAIL FROM:<ann@acme.test>')).toContain('421 4.7.0')
    expect(await talk.hear()).toBe('')
  })

  test('of mails in a minute must wait', async () => {
    const talk = await addressed('a@journal.test', { limits: { mailsPerMinute: 0 } })
    talk.write('x\r\n.\r\n')
    expect(await talk.hear()).toContain('451 4.7.0')
    expect(kept).toEqual([])
  })

  test('of connections in a minute must wait', async () => {
    const { port } = await open({ limits: { connectionsPerMinute: 1 } })
    const client = await connectClient()
    expect(await client.say('EHLO x')).toMatch(/^250/)
    await expect(sender(port).verify()).rejects.toMatchObject({ responseCode: 421 })
  })

  test('at once from one address is refused, and accepted again when one has ended', async () => {
    const { port } = await open({ limits: { connectionsPerAddress: 2 } })
    const clients = [await connectClient(), await connectClient()]
    for (const one of clients) expect(await one.say('EHLO x')).toMatch(/^250/)
    await expect(sender(port).verify()).rejects.toMatchObject({ responseCode: 421 })
    clients[0]?.close()
    await expect.poll(() => sender(port).verify()).toBe(true)
    clients[1]?.close()
  })

  test('of silent connections at once keeps no one out: the oldest of them ends', async () => {
    await open({ limits: { connections: 4 } })
    const silent = [await connectClient(), await connectClient(), await connectClient()]
    const real = await connectClient()
    expect(await silent[0]!.hear()).toMatch(/^421/)
    for (const line of ['EHLO y', 'MAIL FROM:<ann@acme.test>', 'RCPT TO:<a@journal.test>'])
      expect(await real.say(line)).toMatch(/^250/)
    for (let more = 0; more < 5; more++) expect(await (await connectClient()).say('NOOP')).toMatch(/^250/)
    expect(await real.say('DATA')).toMatch(/^354/)
    real.write('x\r\n.\r\n')
    expect(await real.hear()).toMatch(/^250/)
    expect(kept).toHaveLength(1)
  })

  test('time before a recipient is named ends the connection, and so does a mail that trickles', async () => {
    await open({ limits: { firstRecipientMs: 100 } })
    const idle = await connectClient()
    expect(await idle.hear()).toMatch(/^421 4.4.2/)
    expect(await idle.hear()).toBe('')
    await close()

    const slow = await addressed('a@journal.test', { limits: { mailMs: 150 } })
    const trickle = setInterval(() => slow.write('x'), 20)
    expect(await slow.hear()).toMatch(/^421 4.4.2/)
    clearInterval(trickle)
    expect(await slow.hear()).toBe('')
    expect(kept).toEqual([])
  })

  test('in memory at once is refused temporarily, and half of it is reserved for other addresses', async () => {
    const first = await addressed('a@journal.test', { limits: { bytesAtOnce: 150_000 } })
    first.write('x'.repeat(70_000)) // of the half for one address
    const second = await connectClient()
    const send = async () => {
      for (const line of ['EHLO y', 'MAIL FROM:<ann@acme.test>', 'RCPT TO:<b@journal.test>', 'DATA'])
        await second.say(line)
      second.write(`${'y'.repeat(20_000)}\r\n.\r\n`)
      return second.hear()
    }
    await expect.poll(send).toMatch(/^451 4.7.0/)
    first.write('\r\n.\r\n')
    expect(await first.hear()).toMatch(/^250/)
    expect(await send()).toMatch(/^250/)
    expect(
      kept.map(({ bytes, sha256 }) => createHash('sha256').update(bytes).digest().equals(sha256)),
    ).toEqual([true, true])
  })

  test('of failed commands ends the connection', async () => {
    const talk = await greeted()
    const answers: string[] = []
    for (let at = 0; at < 12; at++) answers.push((await talk.say(`NONSENSE ${at}`)).slice(0, 3))
    expect(answers.at(-1)).toBe('')
    expect(answers).toContain('421')
  })

  test('of guessed recipients ends the connection', async () => {
    const talk = await greeted()
    await talk.say('MAIL FROM:<ann@acme.test>')
    const answers: string[] = []
    for (let at = 0; at < 12; at++) answers.push((await talk.say(`RCPT TO:<${at}@journal.test>`)).slice(0, 3))
    expect(answers).toEqual([...Array.from({ length: 10 }, () => '550'), '421', ''])
  })
})
