import type { Clock } from '#kernel/clock.ts'
import type { Certificate } from '#platform/certificate.ts'
import type { Log } from '#platform/log.ts'
import type { IntakeRecipient } from './admission.ts'
import { answer } from './data.ts'
import { SmtpSessions } from './sessions.ts'
import { StrictSmtpServer } from './dots.ts'

/** A mail to one of its recipients, as received. */
export interface IntakeMail<Target> {
  readonly target: Target
  readonly recipient: string
  /** Empty for reports and bounces. */
  readonly sender: string
  /** The exact data between DATA and its end; only the dots that SMTP adds are removed. */
  readonly bytes: Uint8Array
  /** The hash of these bytes. */
  readonly sha256: Uint8Array
  readonly remote: {
    readonly address: string
    readonly helo: string
    readonly tls?: string
    readonly user?: string
  }
}

export interface IntakeLimits {
  /** Per mail. */
  readonly sizeBytes: number
  readonly connections: number
  readonly recipients: number
  readonly mailsPerConnection: number
  /** For all mails being received, which are held in memory; one address may use half of it. */
  readonly bytesAtOnce: number
  /** From the connection to the first accepted recipient, and for one mail from DATA to its end. */
  readonly firstRecipientMs: number
  readonly mailMs: number
  /** Open connections. */
  readonly connectionsPerAddress: number
  /** The following limits are per remote address. */
  readonly connectionsPerMinute: number
  readonly mailsPerMinute: number
  /** Per address and recipient or user; ten times as many per address in total. */
  readonly failuresPerMinute: number
}

export interface SmtpIntakeOptions<Target> extends Clock {
  readonly port: number
  /** The interface to listen on. */
  readonly host: string
  /** The server's own name. */
  readonly name: string
  readonly tls: Certificate
  readonly limits: IntakeLimits
  /** The name of a user with the right password; undefined for anyone else. */
  readonly authenticate: (user: string, password: string) => Promise<string | undefined>
  /** Routes by the envelope alone: the headers of a journal mail name all participants but not the journal. */
  readonly findRecipient: (address: string) => Promise<IntakeRecipient<Target> | undefined>
  /** Resolves with a receipt once the bytes are durable; rejects if they are not. */
  readonly keep: (mail: IntakeMail<Target>) => Promise<string>
  /** Called for mail that one of the recipients refuses, so that it can be counted. */
  readonly refused?: (mail: RefusedMail<Target>) => Promise<void>
  readonly log: Log
}

export interface RefusedMail<Target> {
  readonly target: Target
  readonly remote: string
  /** The declared size, or undefined if it was refused before it arrived. */
  readonly sizeBytes: number
  /** The answer to the sender. */
  readonly reason: string
}

export interface SmtpIntake {
  readonly port: number
  close(): Promise<void>
}

/**
 * The SMTP intake. It answers 250 only after `keep` has resolved for every recipient, and gives their receipts. Our own
 * problems answer 451, so that the sender keeps the mail and tries again, and never 5xx, which would lose it. The end of a
 * mail is exactly CR LF dot CR LF, so no mail can hide another.
 * Source: RFC 5321; docs/rules/channels.md.
 */
export async function openSmtpIntake<Target>(options: SmtpIntakeOptions<Target>): Promise<SmtpIntake> {
  const sessions = new SmtpSessions(options, (id) => server.hangUp(id))
  const server: StrictSmtpServer = new StrictSmtpServer({
    name: options.name,
    banner: 'ready',
    key: options.tls.key,
    cert: options.tls.cert,
    minVersion: 'TLSv1.2',
    size: options.limits.sizeBytes,
    hideSize: true, // an announced size is refused per recipient, so that it can be counted
    rejectOversized: true,
    authOptional: true, // per recipient: see `reasonToRefuse`
    authMethods: ['PLAIN', 'LOGIN'],
    // More than may have a conversation: one that comes may make another one end.
    maxClients: options.limits.connections * 2,
    maxRecipients: options.limits.recipients,
    socketTimeout: 300_000, // RFC 5321 §4.5.3.2: large mails over slow lines
    closeTimeout: 2_000,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true, // our texts already contain codes, which are more precise than the library's
    logger: false,
    onConnect: (session, done) => answer(sessions.connect(session), done),
    onAuth: (auth, session, done) =>
      answer(sessions.signIn(auth, session), (error, user) => done(error, error ? undefined : { user })),
    onMailFrom: (_address, session, done) => answer(sessions.begin(session), done),
    onRcptTo: (address, session, done) => answer(sessions.address(address, session), done),
    onData: (stream, session, done) => answer(sessions.receive(stream, session), done),
    onClose: (session, done) => {
      sessions.leave(session)
      done()
    },
  })
  server.on('error', (error) => options.log.debug({ err: error }, 'A connection to the mail intake broke'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  const bound = server.server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
      }),
  }
}
