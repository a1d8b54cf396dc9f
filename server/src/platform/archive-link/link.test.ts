import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from '#testing/fakes/prompt-smtp-server.ts'
import { beforeAll, expect, test } from 'vitest'
import { type ArchiveReceiver, type LinkOptions, openArchiveLink } from './link.ts'

let certificate: { key: string; cert: string }
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  certificate = { key: made.private, cert: made.cert }
})

const mail = {
  from: 'archive@acme.example',
  to: ['journal@vendor.example'],
  raw: Buffer.from('Message-ID: <a.r1@acme>\r\n\r\nHello\r\n'),
}

/** Delivers one mail to a real server with these options. */
async function deliverTo(
  server: SMTPServerOptions,
  receiver: Partial<ArchiveReceiver> = {},
  options: LinkOptions = {},
  to: readonly string[] = mail.to,
) {
  const got: { text: string; secure: boolean; user: unknown }[] = []
  const smtp: SMTPServer = new SMTPServer({
    ...certificate,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        got.push({ text: Buffer.concat(chunks).toString(), secure: session.secure, user: session.user })
        done(null, 'Ok: queued as Q1')
      })
    },
    ...server,
  })
  smtp.on('error', () => {})
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', () => resolve()))
  const { port } = smtp.server.address() as AddressInfo
  const link = openArchiveLink(
    { host: 'localhost', port, security: 'starttls_required', signIn: { method: 'none' }, ...receiver },
    { extraHosts: ['localhost'], ca: certificate.cert, timeoutMs: 2_000, ...options },
  )
  try {
    return { outcome: await link.deliver({ ...mail, to }), got }
  } finally {
    link.close()
    await new Promise<void>((resolve) => smtp.close(() => resolve()))
  }
}

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })
const refusesData = (code: number): SMTPServerOptions => ({
  onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal(code))),
})

test('a mail arrives encrypted and unchanged, and the queue id is known', async () => {
  const { outcome, got } = await deliverTo({})
  expect(outcome).toMatchObject({ state: 'accepted', queueId: 'Q1', rejected: [] })
  expect(got).toEqual([{ text: mail.raw.toString(), secure: true, user: false }])
})

test('a server without STARTTLS gets no mail, unless a person chose clear text', async () => {
  const plain = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] }
  const refused = await deliverTo(plain)
  expect(refused.outcome).toMatchObject({ state: 'deferred', problem: 'tls-missing', ofReceiver: true })
  expect(refused.got).toEqual([])
  const chosen = await deliverTo(plain, { security: 'none-with-warning' })
  expect(chosen.outcome.state).toBe('accepted')
  expect(chosen.got[0]?.secure).toBe(false)
})

test('an untrusted certificate is a problem of its own', async () => {
  const link = { ca: undefined as unknown as string }
  const direct = await deliverTo({ secure: true }, { security: 'tls' }, link)
  const upgraded = await deliverTo({}, {}, link)
  for (const { outcome, got } of [direct, upgraded]) {
    expect(outcome).toMatchObject({ state: 'deferred', problem: 'certificate', ofReceiver: true })
    expect(got).toEqual([])
  }
  expect((await deliverTo({ secure: true }, { security: 'tls' })).outcome.state).toBe('accepted')
})

test.each(['plain', 'login'] as const)(
  'a password signs in by %s; a wrong one does not cost a mail',
  async (method) => {
    const server: SMTPServerOptions = {
      authOptional: false,
      authMethods: [method.toUpperCase()],
      onAuth: ({ password }, _, done) =>
        password === 'right' ? done(null, { user: 'acme' }) : done(refusal(535)),
    }
    const right = await deliverTo(server, { signIn: { method, user: 'acme', password: 'right' } })
    expect(right.got[0]?.user).toBe('acme')
    const wrong = await deliverTo(server, { signIn: { method, user: 'acme', password: 'wrong' } })
    const none = await deliverTo(server)
    for (const { outcome } of [wrong, none])
      expect(outcome).toMatchObject({ state: 'deferred', problem: 'sign-in', ofReceiver: true })
  },
)

test('an access token signs in', async () => {
  const server: SMTPServerOptions = {
    authMethods: ['XOAUTH2'],
    onAuth: ({ accessToken }, _, done) =>
      accessToken === 'token' ? done(null, { user: 'acme' }) : done(refusal(535)),
  }
  const { got } = await deliverTo(server, {
    signIn: { method: 'xoauth2', user: 'acme', accessToken: 'token' },
  })
  expect(got[0]?.user).toBe('acme')
})

test.each([
  [451, { state: 'deferred', problem: 'busy' }],
  [552, { state: 'failed', problem: 'too-large' }],
  [554, { state: 'failed', problem: 'content' }],
])('an answer %i to a mail is the mail’s problem', async (code, expected) => {
  const { outcome } = await deliverTo(refusesData(code))
  expect(outcome).toMatchObject({ ...expected, ofReceiver: false })
})

test('a refused recipient is noticed, alone and beside others', async () => {
  const server: SMTPServerOptions = {
    onRcptTo: ({ address }, _, done) => done(address.startsWith('no') ? refusal(550) : null),
  }
  const alone = await deliverTo(server, {}, {}, ['no@vendor.example'])
  expect(alone.outcome).toMatchObject({ state: 'failed', problem: 'recipients' })
  const beside = await deliverTo(server, {}, {}, ['yes@vendor.example', 'no@vendor.example'])
  expect(beside.outcome).toMatchObject({
    state: 'accepted',
    rejected: [{ address: 'no@vendor.example', failure: { problem: 'recipients', lasting: true } }],
  })
})

test('a connection that ends after the mail and before the answer is one attempt, and is tried again later', async () => {
  let attempts = 0
  const { outcome } = await deliverTo({
    onData(stream) {
      attempts++
      stream.resume().on('end', () => this.connections.forEach((one) => one._socket.destroy()))
    },
  } as SMTPServerOptions & ThisType<SMTPServer>)
  expect(outcome).toMatchObject({ state: 'deferred', lasting: false })
  expect(attempts).toBe(1)
})

test('an answer that never comes is a timeout', async () => {
  const { outcome } = await deliverTo({ onData: (stream) => void stream.resume() }, {}, { timeoutMs: 200 })
  expect(outcome).toMatchObject({ state: 'deferred', problem: 'timeout' })
})

test.each([
  ['127.0.0.1', 'private-address'],
  ['localhost', 'private-address'],
])('the private address %s is not called', async (host, problem) => {
  const { outcome, got } = await deliverTo({}, { host }, { extraHosts: [] })
  expect(outcome).toMatchObject({ state: 'deferred', problem })
  expect(got).toEqual([])
})

test('a closed port and an unknown name are different problems', async () => {
  expect((await deliverTo({}, { port: 1 })).outcome).toMatchObject({ problem: 'refused' })
  expect((await deliverTo({}, { host: 'archive.invalid' })).outcome).toMatchObject({ problem: 'dns' })
})
