import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { createTransport } from 'nodemailer'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Certificate, ownCertificate } from '#platform/certificate.ts'
import { silentLog } from '#platform/log.ts'
import type { IntakeRecipient } from '#platform/smtp/admission.ts'
import {
  type IntakeMail,
  openSmtpIntake,
  type SmtpIntake,
  type SmtpIntakeOptions,
} from '#platform/smtp/intake.ts'
import { openSmtpClient, type SmtpClient } from './fakes/smtp-client.ts'

export type IntakeOverrides = Partial<Omit<SmtpIntakeOptions<string>, 'limits'>> & {
  limits?: Partial<typeof limits>
}

/** A mail intake for one test, with the recipients and limits below; it is closed after the test. */
export function useSmtpIntake() {
  const kept: IntakeMail<string>[] = []
  let folder: string
  let tls: Certificate
  let intake: SmtpIntake | undefined
  const clients: SmtpClient[] = []
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'intake-'))
    // Clients check a certificate by the machine's clock.
    tls = await ownCertificate(folder, 'journal.test', new Date())
  })
  afterAll(() => rm(folder, { recursive: true }))
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    await intake?.close()
    kept.length = 0
  })

  async function open(overrides: IntakeOverrides = {}): Promise<SmtpIntake> {
    const now = new Date('2026-05-14T08:00:00Z')
    intake = await openSmtpIntake({
      port: 0,
      host: '127.0.0.1',
      name: 'journal.test',
      tls,
      authenticate: async (user, password) =>
        user === 'exchange' && password === 'right' ? user : undefined,
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

  async function connectClient(): Promise<SmtpClient> {
    const client = await openSmtpClient(intake?.port ?? 0)
    clients.push(client)
    return client
  }

  /** A conversation after the greeting. */
  async function greeted(overrides: IntakeOverrides = {}): Promise<SmtpClient> {
    await open(overrides)
    const client = await connectClient()
    await client.say('EHLO sender.test')
    return client
  }

  async function addressed(to: string, overrides: IntakeOverrides = {}): Promise<SmtpClient> {
    const talk = await greeted(overrides)
    await talk.say('MAIL FROM:<ann@acme.test>')
    expect(await talk.say(`RCPT TO:<${to}>`)).toMatch(/^250/)
    expect(await talk.say('DATA')).toMatch(/^354/)
    return talk
  }

  return { kept, open, connectClient, greeted, addressed, close: async () => intake?.close() }
}

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

/** A mail program that sends to the port. */
export const sender = (port: number, options: object = {}) =>
  createTransport({ port, host: '127.0.0.1', tls: { rejectUnauthorized: false }, ...options })

/** Sends lines one by one, with STARTTLS first if requested, and returns the answers. */
export async function converse(port: number, overTls: boolean, lines: readonly string[]): Promise<string[]> {
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
