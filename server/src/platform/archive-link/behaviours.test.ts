import type { AddressInfo } from 'node:net'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { generate } from 'selfsigned'
import type { SMTPServerOptions } from 'smtp-server'
import { SMTPServer } from '#testing/fakes/prompt-smtp-server.ts'
import { expect, test } from 'vitest'
import { type ArchiveReceiver, type Envelope, openArchiveLink, type Outcome } from './link.ts'

/*
 * How mail servers behave, by the reference: each of its vectors is a server here, and what becomes of a mail is what the
 * library's answer means.
 */

interface Vector {
  readonly id: string
  readonly input: { readonly serverError?: { readonly responseCode: number } }
  readonly expected: {
    readonly nodemailer?: { readonly response: string }
    readonly nodemailerError?: { readonly responseCode?: number }
  }
}

const vectors = sharedVectors<Vector>('journal.json', 'smtp-behaviour')

interface Behaviour {
  readonly server?: SMTPServerOptions
  readonly receiver?: Partial<ArchiveReceiver>
  readonly envelope?: Partial<Envelope>
  readonly isUntrusted?: true
  readonly outcome: Readonly<Record<string, unknown>>
}

const refusal = (responseCode: number) => Object.assign(new Error('No'), { responseCode })
const refusesData = (code: number): SMTPServerOptions => ({
  onData: (stream, _, done) => void stream.resume().on('end', () => done(refusal(code))),
})
const refuses = (address: string): SMTPServerOptions => ({
  onRcptTo: (asked, _, done) => done(asked.address === address ? refusal(550) : null),
})
const journal = 'journal@vendor.example'
const other = 'other@vendor.example'

/** By the names of the vectors. */
const behaviours: Readonly<Record<string, (code: number) => Behaviour>> = {
  'smtp-accept': () => ({
    server: {
      onData: (stream, _, done) => void stream.resume().on('end', () => done(null, 'stored as 018f-1')),
    },
    outcome: { state: 'accepted', answer: '250 stored as 018f-1', rejected: [] },
  }),
  'smtp-tempfail': (code) => ({
    server: refusesData(code),
    outcome: { state: 'deferred', problem: 'busy', lasting: false, ofReceiver: false },
  }),
  'smtp-bad-recipient-all': () => ({
    server: refuses(journal),
    outcome: { state: 'failed', problem: 'recipients', lasting: true, ofReceiver: false },
  }),
  'smtp-bad-recipient-some': () => ({
    server: refuses(other),
    envelope: { to: [journal, other] },
    // The library does not throw, so it is easily missed.
    outcome: {
      state: 'accepted',
      rejected: [{ address: other, failure: expect.objectContaining({ problem: 'recipients' }) }],
    },
  }),
  'smtp-too-big': (code) => ({
    server: refusesData(code),
    outcome: { state: 'failed', problem: 'too-large', lasting: true, ofReceiver: false },
  }),
  'smtp-auth-wrong': (code) => ({
    server: { authOptional: false, onAuth: (_, __, done) => done(refusal(code)) },
    receiver: { signIn: { method: 'plain', user: 'acme', password: 'wrong' } },
    outcome: { state: 'deferred', problem: 'sign-in', lasting: false, ofReceiver: true },
  }),
  'smtp-auth-missing': () => ({
    server: { authOptional: false },
    outcome: { state: 'deferred', problem: 'sign-in', lasting: false, ofReceiver: true },
  }),
  'smtp-cert-untrusted': () => ({
    isUntrusted: true,
    outcome: { state: 'deferred', problem: 'certificate', lasting: false, ofReceiver: true },
  }),
  'smtp-refused': () => ({
    receiver: { port: 1 },
    outcome: { state: 'deferred', problem: 'refused', lasting: false, ofReceiver: true },
  }),
  'smtp-null-sender': () => ({ envelope: { from: '' }, outcome: { state: 'accepted' } }),
  'raw-messageid-trap': () => ({ outcome: { state: 'accepted' } }),
}

const raw = Buffer.from('Message-ID: <a.r1@acme>\r\n\r\nHello\r\n')

async function play({ server, receiver, envelope, isUntrusted }: Behaviour) {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  })
  const got: { from: unknown; bytes: Buffer }[] = []
  const smtp = new SMTPServer({
    key,
    cert,
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, { envelope: { mailFrom } }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        got.push({ from: mailFrom && mailFrom.address, bytes: Buffer.concat(chunks) })
        done(null, 'Ok: queued as Q1')
      })
    },
    ...server,
  })
  smtp.on('error', () => {})
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', () => done()))
  const { port } = smtp.server.address() as AddressInfo
  const link = openArchiveLink(
    { host: 'localhost', port, security: 'starttls_required', signIn: { method: 'none' }, ...receiver },
    { extraHosts: ['localhost'], timeoutMs: 5_000, ...(!isUntrusted && { ca: cert }) },
  )
  try {
    const outcome: Outcome = await link.deliver({
      from: 'archive@acme.example',
      to: [journal],
      raw,
      ...envelope,
    })
    return { outcome, got }
  } finally {
    link.close()
    await new Promise<void>((done) => smtp.close(() => done()))
  }
}

test.skipIf(vectors.length === 0)(
  'the outcome of a mail matches the meaning of each reference server’s answer',
  async () => {
    // One that no test here knows fails.
    expect(vectors.map(({ id }) => id).toSorted()).toEqual(Object.keys(behaviours).toSorted())
    for (const { id, input, expected } of vectors) {
      const code = input.serverError?.responseCode ?? expected.nodemailerError?.responseCode ?? 0
      const behaviour = behaviours[id]!(code)
      const { outcome, got } = await play(behaviour)
      expect(outcome, id).toMatchObject(behaviour.outcome)
      if (expected.nodemailer) expect(outcome, id).toMatchObject({ answer: expected.nodemailer.response })
      // The library makes an ID of its own for the mail, which is in no mail: nothing here may rely on it.
      expect(outcome, id).not.toHaveProperty('messageId')
      const { from = 'archive@acme.example' } = behaviour.envelope ?? {}
      for (const one of got) expect(one, id).toEqual({ from, bytes: raw })
    }
  },
  30_000,
)
