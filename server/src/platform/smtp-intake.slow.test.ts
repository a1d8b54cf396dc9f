import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { openSmtpClient, type SmtpClient } from '#testing/fakes/smtp-client.ts'
import { type Certificate, ownCertificate } from './certificate.ts'
import { silentLog } from './log.ts'
import type { IntakeRecipient } from './smtp-admission.ts'
import { type IntakeMail, openSmtpIntake, type SmtpIntake, type SmtpIntakeOptions } from './smtp-intake.ts'

const recipients: Record<string, IntakeRecipient<string>> = {
  'a@journal.test': { id: 'a', target: 'tenant a' },
  'also-a@journal.test': { id: 'a', target: 'tenant a' },
  'b@journal.test': { id: 'b', target: 'tenant b' },
  'signed@journal.test': { id: 'signed', target: 'tenant a', user: 'exchange' },
  'tls@journal.test': { id: 'tls', target: 'tenant a', requireTls: true },
  'far@journal.test': {
    id: 'far',
    target: 'tenant a',
    networks: ['192.0.2.0/24', 'nonsense', '10.0.0.0/99'],
  },
  'near@journal.test': { id: 'near', target: 'tenant a', networks: ['127.0.0.1'] },
  'from-near@journal.test': {
    id: 'from-near',
    target: 'tenant a',
    senders: ['@acme.test'],
    networks: ['127.0.0.0/8'],
  },
  'from@journal.test': { id: 'from', target: 'tenant a', senders: ['@acme.test', 'bob@client.test'] },
}

const limits = {
  sizeBytes: 100_000,
  connections: 20,
  recipients: 5,
  mailsPerConnection: 3,
  connectionsPerMinute: 1000,
  mailsPerMinute: 1000,
  failuresPerMinute: 1000,
  bytesAtOnce: 1_000_000,
  firstRecipientMs: 60_000,
  mailMs: 60_000,
  connectionsPerAddress: 10,
}

let folder: string
let tls: Certificate
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'))
  tls = await ownCertificate(folder, 'journal.test', new Date())
})
afterAll(() => rm(folder, { recursive: true }))

let intake: SmtpIntake | undefined
let client: SmtpClient | undefined
let kept: IntakeMail<string>[] = []
afterEach(async () => {
  client?.close()
  await intake?.close()
  kept = []
})

type Overrides = Partial<Omit<SmtpIntakeOptions<string>, 'limits'>> & { limits?: Partial<typeof limits> }
async function open(overrides: Overrides = {}): Promise<SmtpIntake> {
  const now = new Date('2026-05-14T08:00:00Z')
  intake = await openSmtpIntake({
    port: 0,
    host: '127.0.0.1',
    name: 'journal.test',
    tls,
    authenticate: async (user, password) => (user === 'exchange' && password === 'right' ? user : undefined),
    findRecipient: async (address) => recipients[address],
    keep: async (mail) => {
      kept.push(mail)
      return `receipt-${kept.length}`
    },
    now: () => now,
    log: silentLog,
    ...overrides,
    limits: { ...limits, ...overrides.limits },
  })
  return intake
}

/** A conversation that has said hello. */
async function greeted(overrides: Overrides = {}): Promise<SmtpClient> {
  const { port } = await open(overrides)
  client = await openSmtpClient(port)
  await client.say('EHLO sender.test')
  return client
}

const sender = (port: number, options: object = {}) =>
  createTransport({ port, host: '127.0.0.1', tls: { rejectUnauthorized: false }, ...options })

/** Says lines one by one, if asked after STARTTLS, and gives what was answered. */
async function converse(port: number, overTls: boolean, lines: readonly string[]): Promise<string[]> {
  const plain = connect(port, '127.0.0.1')
  const say = async (socket: Socket, line: string) => {
    socket.write(`${line}\r\n`)
    return String((await once(socket, 'data'))[0])
  }
  await once(plain, 'data')
  await say(plain, 'EHLO x')
  let socket: Socket = plain
  if (overTls) {
    await say(plain, 'STARTTLS')
    socket = connectTls({ socket: plain, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    await say(socket, 'EHLO x')
  }
  const answers: string[] = []
  for (const line of lines) answers.push(await say(socket, line))
  plain.destroy()
  return answers
}

async function addressed(to: string, overrides: Overrides = {}): Promise<SmtpClient> {
  const talk = await greeted(overrides)
  await talk.say('MAIL FROM:<ann@acme.test>')
  expect(await talk.say(`RCPT TO:<${to}>`)).toMatch(/^250/)
  expect(await talk.say('DATA')).toMatch(/^354/)
  return talk
}

describe('a mail', () => {
  test('is kept to the byte, with its envelope, before it is accepted', async () => {
    let finish = (_receipt: string) => {}
    const storing = new Promise<string>((resolve) => (finish = resolve))
    const talk = await addressed('A@Journal.test', {
      keep: (mail) => {
        kept.push(mail)
        return storing
      },
    })
    talk.write('Subject: x\r\n\r\n..dots\r\n\xff\x00 and bare\nlines\r\n.\r\n')
    let answered = false
    const answer = talk.hear().finally(() => (answered = true))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(kept).toHaveLength(1)
    expect(answered).toBe(false)
    finish('018f-1')
    expect(await answer).toBe('250 2.0.0 stored as 018f-1')
    expect(kept[0]).toMatchObject({
      target: 'tenant a',
      recipient: 'A@Journal.test',
      sender: 'ann@acme.test',
      remote: { address: '127.0.0.1', helo: 'sender.test' },
      receivedAt: new Date('2026-05-14T08:00:00Z'),
    })
    expect(Buffer.from(kept[0]?.bytes ?? [])).toEqual(
      Buffer.from('Subject: x\r\n\r\n.dots\r\n\xff\x00 and bare\nlines\r\n'),
    )
  })

  test('comes from a mail program over STARTTLS, with any headers', async () => {
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

  test('for several tenants is kept for each of them, and once for each', async () => {
    const { port } = await open()
    const info = await sender(port).sendMail({
      envelope: { from: 'ann@acme.test', to: ['a@journal.test', 'also-a@journal.test', 'b@journal.test'] },
      text: 'Hello',
    })
    expect(kept.map(({ target }) => target).toSorted()).toEqual(['tenant a', 'tenant b'])
    expect(kept[0]?.bytes).toEqual(kept[1]?.bytes)
    expect(info.response).toBe('250 2.0.0 stored as receipt-1, receipt-2')
  })

  test('is refused for now, never for good, when it cannot be kept for one of them', async () => {
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

  test('that is too large is refused, announced or not, and the connection lives on', async () => {
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

  test('is nothing before it has ended: a lost connection keeps nothing', async () => {
    const talk = await addressed('a@journal.test')
    talk.write('Subject: half\r\n\r\nhalf of')
    await new Promise((resolve) => setTimeout(resolve, 50))
    talk.close()
    await new Promise((resolve) => setTimeout(resolve, 50))
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

  test('may come in any pieces', async () => {
    const talk = await addressed('a@journal.test')
    for (const byte of 'a\r\n..b\r\n...\r\n.\r\n') {
      talk.write(byte)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    expect(await talk.hear()).toMatch(/^250/)
    expect(Buffer.from(kept[0]?.bytes ?? []).toString()).toBe('a\r\n.b\r\n..\r\n')
  })
})

describe('a recipient', () => {
  const answerTo = async (
    to: string,
    { from = 'ann@acme.test', ...overrides }: Overrides & { from?: string } = {},
  ) => {
    const talk = await greeted(overrides)
    await talk.say(`MAIL FROM:<${from}>`)
    return talk.say(`RCPT TO:<${to}>`)
  }

  test.each([
    ['that nobody knows', 'nobody@journal.test', '550 5.1.1'],
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
    ['from nobody, as reports are, of its network', 'from-near@journal.test', ''],
    ['from nobody where anybody may', 'a@journal.test', ''],
  ])('takes mail %s', async (_, to, from) => {
    expect(await answerTo(to, { from })).toMatch(/^250/)
  })

  test('that knows its senders only by name takes no mail without a sender', async () => {
    expect(await answerTo('from@journal.test', { from: '' })).toContain('550 5.7.1 The empty sender')
  })

  test.each(['eve@client.test', 'eve@notacme.test', 'bob@client.test.evil.test'])(
    'takes no mail from %s',
    async (from) => {
      expect(await answerTo('from@journal.test', { from })).toContain('550 5.7.1')
    },
  )

  test('that cannot be looked up is asked for again later', async () => {
    const failing = async () => {
      throw new Error('the database is away')
    }
    expect(await answerTo('a@journal.test', { findRecipient: failing })).toContain('451 4.3.0')
  })

  test('is one of a few', async () => {
    const talk = await greeted({ findRecipient: async (address) => ({ id: address, target: address }) })
    await talk.say('MAIL FROM:<ann@acme.test>')
    for (let at = 0; at < 5; at++) expect(await talk.say(`RCPT TO:<${at}@journal.test>`)).toMatch(/^250/)
    expect(await talk.say('RCPT TO:<6@journal.test>')).toMatch(/^452/)
  })

  test('of one mail is none of the next', async () => {
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

  test('opens the recipients that want it', async () => {
    const { port } = await open()
    await sender(port, auth('right')).sendMail({ envelope, text: 'Hello' })
    expect(kept).toMatchObject([{ remote: { user: 'exchange' } }])
  })

  test('with a wrong password does not', async () => {
    const { port } = await open()
    await expect(sender(port, auth('wrong')).sendMail({ envelope, text: 'Hello' })).rejects.toMatchObject({
      code: 'EAUTH',
      responseCode: 535,
    })
  })

  test('as another user does not', async () => {
    const { port } = await open({ authenticate: async () => 'another' })
    await expect(sender(port, auth('right')).sendMail({ envelope, text: 'Hello' })).rejects.toMatchObject({
      responseCode: 550,
    })
  })

  test('is not heard in the clear', async () => {
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

  test('goes on for a few tries only', async () => {
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

  test('of mails in a minute waits', async () => {
    const talk = await addressed('a@journal.test', { limits: { mailsPerMinute: 0 } })
    talk.write('x\r\n.\r\n')
    expect(await talk.hear()).toContain('451 4.7.0')
    expect(kept).toEqual([])
  })

  test('of connections in a minute waits', async () => {
    const { port } = await open({ limits: { connectionsPerMinute: 1 } })
    client = await openSmtpClient(port)
    expect(await client.say('EHLO x')).toMatch(/^250/)
    const second = createTransport({ port, host: '127.0.0.1' })
    await expect(second.verify()).rejects.toMatchObject({ responseCode: 421 })
  })

  test('at once from one address is refused, and taken again when one has left', async () => {
    const { port } = await open({ limits: { connectionsPerAddress: 2 } })
    const clients = [await openSmtpClient(port), await openSmtpClient(port)]
    for (const one of clients) expect(await one.say('EHLO x')).toMatch(/^250/)
    const refused = createTransport({ port, host: '127.0.0.1' })
    await expect(refused.verify()).rejects.toMatchObject({ responseCode: 421 })
    clients[0]?.close()
    await vi.waitFor(() => sender(port).verify())
    clients[1]?.close()
  })

  test('time before a recipient is named ends the connection, and so does a mail that trickles', async () => {
    const idle = await greeted({ limits: { firstRecipientMs: 100 } })
    expect(await idle.hear()).toMatch(/^421 4.4.2/)
    expect(await idle.hear()).toBe('')
    await intake?.close()

    const slow = await addressed('a@journal.test', { limits: { firstRecipientMs: 5_000, mailMs: 150 } })
    const trickle = setInterval(() => slow.write('x'), 20)
    expect(await slow.hear()).toMatch(/^421 4.4.2/)
    clearInterval(trickle)
    expect(await slow.hear()).toBe('')
    expect(kept).toEqual([])
  })

  test('in memory at once is refused for now, and half of it is left to other addresses', async () => {
    const first = await addressed('a@journal.test', { limits: { bytesAtOnce: 150_000 } })
    first.write('x'.repeat(70_000)) // of the half of one address
    const second = await openSmtpClient(intake?.port ?? 0)
    const send = async () => {
      for (const line of ['EHLO y', 'MAIL FROM:<ann@acme.test>', 'RCPT TO:<b@journal.test>', 'DATA'])
        await second.say(line)
      second.write(`${'y'.repeat(20_000)}\r\n.\r\n`)
      return second.hear()
    }
    await vi.waitFor(async () => expect(await send()).toMatch(/^451 4.7.0/))
    first.write('\r\n.\r\n')
    expect(await first.hear()).toMatch(/^250/)
    expect(await send()).toMatch(/^250/)
    second.close()
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

test('a port that is taken is said at the start', async () => {
  const { port } = await open()
  await expect(
    openSmtpIntake({
      port,
      host: '127.0.0.1',
      name: 'x',
      tls,
      limits,
      authenticate: async () => undefined,
      findRecipient: async () => undefined,
      keep: async () => '',
      now: () => new Date(0),
      log: silentLog,
    }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('closing takes only a moment, with any clients connected', async () => {
  const talk = await greeted()
  const started = performance.now()
  await intake?.close()
  expect(performance.now() - started).toBeLessThan(4000)
  expect(await talk.hear()).toMatch(/^(421|$)/)
})

test('a mail that a recipient refuses, or that is too large for it, is reported for counting', async () => {
  const refused: object[] = []
  const talk = await greeted({ refused: async (mail) => void refused.push(mail) })
  await talk.say('MAIL FROM:<eve@elsewhere.test>')
  expect(await talk.say('RCPT TO:<from@journal.test>')).toMatch(/^550/)
  expect(await talk.say('RCPT TO:<nobody@journal.test>')).toMatch(/^550/)
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
