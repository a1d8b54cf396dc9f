import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerDataStream,
  SMTPServerSession,
} from 'smtp-server'
import type { Certificate } from './certificate.ts'
import { countFailedTries, type Try } from './failed-tries.ts'
import type { Log } from './log.ts'
import { networkOf } from './network-of.ts'
import { rateWindow } from './rate-window.ts'
import {
  announcedSize,
  type IntakeRecipient,
  reasonToRefuse,
  reasonToRefuseSize,
  Reply,
  senderOf,
} from './smtp-admission.ts'
import { answer, readAll } from './smtp-data.ts'
import { StrictSmtpServer } from './smtp-dots.ts'

/** A mail as it came over the wire, to one of its recipients. */
export interface IntakeMail<Target> {
  readonly target: Target
  readonly recipient: string
  /** Empty for reports and bounces. */
  readonly sender: string
  /** What stood between DATA and its end, to the byte; only the dots that SMTP adds are taken away. */
  readonly bytes: Uint8Array
  readonly receivedAt: Date
  readonly remote: {
    readonly address: string
    readonly helo: string
    readonly tls?: string
    readonly user?: string
  }
}

export interface IntakeLimits {
  /** Of one mail. */
  readonly sizeBytes: number
  readonly connections: number
  readonly recipients: number
  readonly mailsPerConnection: number
  /** The following per remote address. */
  readonly connectionsPerMinute: number
  readonly mailsPerMinute: number
  /** Of one address with one recipient or user; with all of them ten times as many. */
  readonly failuresPerMinute: number
}

export interface SmtpIntakeOptions<Target> {
  readonly port: number
  /** The interface to listen on. */
  readonly host: string
  /** What the server calls itself. */
  readonly name: string
  readonly tls: Certificate
  readonly limits: IntakeLimits
  /** The name of a user who gave the right password; undefined for anybody else. */
  readonly authenticate: (user: string, password: string) => Promise<string | undefined>
  /** Routes by the envelope alone: the headers of a journal mail name everybody but the journal. */
  readonly findRecipient: (address: string) => Promise<IntakeRecipient<Target> | undefined>
  /** Resolves with a receipt once the bytes are durable; rejects where they are not. */
  readonly keep: (mail: IntakeMail<Target>) => Promise<string>
  /** Told of mail that one of the recipients will not have, so that it can be counted. */
  readonly refused?: (mail: RefusedMail<Target>) => Promise<void>
  readonly now: () => Date
  readonly log: Log
}

export interface RefusedMail<Target> {
  readonly target: Target
  readonly remote: string
  /** What was announced, or nothing, where it was refused before it came. */
  readonly sizeBytes: number
  /** What was answered. */
  readonly reason: string
}

export interface SmtpIntake {
  readonly port: number
  close(): Promise<void>
}

/**
 * The door for mail. A 250 is said only after `keep` has resolved for every recipient and names their receipts; our own
 * trouble is answered 451, so that the sender keeps the mail and tries again, and never 5xx, which would lose it.
 * The end of a mail is CR LF dot CR LF and nothing like it, so no mail can hide another.
 * Source: RFC 5321; reply codes and behaviour as `journal.md` §A2.
 */
export async function openSmtpIntake<Target>(options: SmtpIntakeOptions<Target>): Promise<SmtpIntake> {
  const door = new Door(options)
  const server = new StrictSmtpServer({
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
    maxClients: options.limits.connections,
    maxRecipients: options.limits.recipients,
    socketTimeout: 300_000, // RFC 5321 §4.5.3.2: large mails over slow lines
    closeTimeout: 2_000,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true, // they stand in our texts, more precise than the library's
    logger: false,
    onConnect: (session, done) => answer(door.connect(session), done),
    onAuth: (auth, session, done) =>
      answer(door.signIn(auth, session), (error, user) => done(error, error ? undefined : { user })),
    onMailFrom: (_address, session, done) => answer(door.begin(session), done),
    onRcptTo: (address, session, done) => answer(door.address(address, session), done),
    onData: (stream, session, done) => answer(door.receive(stream, session), done),
    onClose: (session, done) => {
      door.leave(session)
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

interface Conversation<Target> {
  mails: number
  failures: number
  recipients: Map<string, { address: string; recipient: IntakeRecipient<Target> }>
}

class Door<Target> {
  readonly #options: SmtpIntakeOptions<Target>
  readonly #conversations = new Map<string, Conversation<Target>>()
  readonly #connections
  readonly #mails
  readonly #tries

  constructor(options: SmtpIntakeOptions<Target>) {
    this.#options = options
    const perMinute = (limit: number) => rateWindow({ limit, windowMs: 60_000 })
    this.#connections = perMinute(options.limits.connectionsPerMinute)
    this.#mails = perMinute(options.limits.mailsPerMinute)
    const { failuresPerMinute: perPair } = options.limits
    this.#tries = countFailedTries({ perPair, perAddress: 10 * perPair, perTarget: 20 * perPair })
  }

  async connect(session: SMTPServerSession): Promise<void> {
    if (!this.#connections.take(networkOf(session.remoteAddress), this.#options.now())) {
      throw new Reply(421, '4.7.0 Too many connections, try again in a minute')
    }
  }

  async signIn(auth: SMTPServerAuthentication, session: SMTPServerSession): Promise<string> {
    const one = this.#begin(session, `user ${auth.username ?? ''}`)
    const user = await this.#own(() => this.#options.authenticate(auth.username ?? '', auth.password ?? ''))
    if (user !== undefined) {
      this.#tries.succeeded(one)
      return user
    }
    this.#fail(session, one)
    throw new Reply(535, '5.7.8 User or password is wrong')
  }

  async begin(session: SMTPServerSession): Promise<void> {
    const conversation = this.#conversation(session)
    conversation.recipients.clear()
    if (conversation.mails >= this.#options.limits.mailsPerConnection) {
      throw new Reply(421, '4.7.0 Enough mails for one connection, open another')
    }
  }

  async address({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const one = this.#begin(session, address.toLowerCase())
    const recipient = await this.#own(() => this.#options.findRecipient(address.toLowerCase()))
    if (!recipient) {
      this.#fail(session, one)
      throw new Reply(550, '5.1.1 There is no such recipient here')
    }
    const refusal = reasonToRefuse(recipient, session)
    if (refusal) {
      await this.#tell(recipient.target, session, { sizeBytes: 0, reason: refusal.message })
      this.#fail(session, one)
      throw refusal
    }
    this.#tries.succeeded(one)
    const tooLarge = reasonToRefuseSize(session, this.#options.limits.sizeBytes)
    if (tooLarge) {
      const sizeBytes = announcedSize(session)
      await this.#tell(recipient.target, session, { sizeBytes, reason: tooLarge.message })
      throw tooLarge
    }
    this.#conversation(session).recipients.set(recipient.id, { address, recipient })
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const conversation = this.#conversation(session)
    const tooMany = !this.#mails.take(networkOf(session.remoteAddress), this.#options.now())
    const bytes = await readAll(stream, tooMany)
    if (stream.sizeExceeded) {
      const refusal = new Reply(552, '5.3.4 The mail is larger than the limit')
      for (const { recipient } of conversation.recipients.values())
        await this.#tell(recipient.target, session, { sizeBytes: stream.byteLength, reason: refusal.message })
      throw refusal
    }
    if (tooMany || !bytes) throw new Reply(451, '4.7.0 Too many mails, try again in a minute')
    conversation.mails++
    const receivedAt = this.#options.now()
    const tls = session.tlsOptions
    const kept = [...conversation.recipients.values()].map(({ address, recipient }) =>
      this.#own(() =>
        this.#options.keep({
          target: recipient.target,
          recipient: address,
          sender: senderOf(session),
          bytes,
          receivedAt,
          remote: {
            address: session.remoteAddress,
            helo: session.hostNameAppearsAs,
            ...(tls && { tls: `${tls.version ?? ''} ${tls.name}`.trim() }),
            ...(session.user !== undefined && { user: String(session.user) }),
          },
        }),
      ),
    )
    // One refusal refuses all: the sender repeats the whole mail, and whoever has it already knows it again.
    await Promise.allSettled(kept)
    return `2.0.0 stored as ${(await Promise.all(kept)).join(', ')}`
  }

  leave(session: SMTPServerSession): void {
    this.#conversations.delete(session.id)
  }

  #conversation(session: SMTPServerSession): Conversation<Target> {
    const known = this.#conversations.get(session.id)
    if (known) return known
    const made: Conversation<Target> = { mails: 0, failures: 0, recipients: new Map() }
    this.#conversations.set(session.id, made)
    return made
  }

  /** Whoever failed too often is not looked up; another who shares the address goes on. */
  #begin({ remoteAddress }: SMTPServerSession, target: string): Try {
    const one = { address: remoteAddress, target }
    if (!this.#tries.mayTry(one, this.#options.now())) throw tooManyFailures()
    return one
  }

  /** Whoever tries names or passwords runs out of tries, on this connection and from this address. */
  #fail(session: SMTPServerSession, one: Try): void {
    const conversation = this.#conversation(session)
    conversation.failures++
    const mayGoOn = this.#tries.failed(one, this.#options.now())
    if (!mayGoOn || conversation.failures > 10) throw tooManyFailures()
  }

  /** The refusal stands whether or not it could be counted. */
  async #tell(
    target: Target,
    session: SMTPServerSession,
    refusal: Pick<RefusedMail<Target>, 'sizeBytes' | 'reason'>,
  ): Promise<void> {
    try {
      await this.#options.refused?.({ target, remote: session.remoteAddress, ...refusal })
    } catch (error) {
      this.#options.log.error({ err: error }, 'A refused mail could not be counted')
    }
  }

  /** Our own work: whatever goes wrong in it is temporary to the sender. */
  async #own<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      return await work()
    } catch (error) {
      this.#options.log.error(
        { err: error },
        'The mail intake could not do its work; the sender will try again',
      )
      throw new Reply(451, '4.3.0 Nothing was stored, try again later', error)
    }
  }
}

const tooManyFailures = () => new Reply(421, '4.7.0 Too many failures, try again in a minute')
