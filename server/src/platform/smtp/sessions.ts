import type {
  SMTPServerAddress,
  SMTPServerAuthentication,
  SMTPServerDataStream,
  SMTPServerSession,
} from 'smtp-server'
import { countFailedTries, type Try } from '#platform/failed-tries.ts'
import { countHoldings } from '#platform/holdings.ts'
import { networkOf } from '#platform/network-of.ts'
import { rateWindow } from '#platform/rate-window.ts'
import {
  announcedSize,
  type IntakeRecipient,
  noSuchRecipient,
  reasonToRefuse,
  reasonToRefuseSize,
  Reply,
  senderOf,
} from './admission.ts'
import { type MailBytes, readAll } from './data.ts'
import type { RefusedMail, SmtpIntakeOptions } from './intake.ts'
import { Slots } from './slots.ts'

/** The mail server's hooks for each conversation: who may continue, and what is stored. */
export class SmtpSessions<Target> {
  readonly #options: SmtpIntakeOptions<Target>
  readonly #conversations = new Map<string, Conversation<Target>>()
  readonly #connections
  readonly #mails
  readonly #tries
  readonly #slots
  readonly #memory
  readonly #hangUp

  constructor(options: SmtpIntakeOptions<Target>, hangUp: (sessionId: string) => void) {
    this.#options = options
    this.#hangUp = hangUp
    const { bytesAtOnce } = options.limits
    this.#slots = new Slots(options.limits, hangUp)
    this.#memory = countHoldings({ inAll: bytesAtOnce, ofOne: bytesAtOnce / 2 })
    const perMinute = (limit: number) => rateWindow({ limit, windowMs: 60_000 })
    this.#connections = perMinute(options.limits.connectionsPerMinute)
    this.#mails = perMinute(options.limits.mailsPerMinute)
    const { failuresPerMinute: perPair } = options.limits
    this.#tries = countFailedTries({ perPair, perAddress: 10 * perPair, perTarget: 20 * perPair })
  }

  async connect(session: SMTPServerSession): Promise<void> {
    const network = networkOf(session.remoteAddress)
    if (!this.#connections.take(network, this.#options.now()) || !this.#slots.take(session.id, network)) {
      throw new Reply(421, '4.7.0 Too many connections, try again in a minute')
    }
    const conversation = { network, mails: 0, failures: 0, recipients: new Map() }
    this.#conversations.set(session.id, conversation)
    this.#allow(session, this.#options.limits.firstRecipientMs)
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
      throw noSuchRecipient()
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
    const conversation = this.#conversation(session)
    clearTimeout(conversation.timer)
    this.#slots.use(session.id)
    conversation.recipients.set(recipient.id, { address, recipient })
  }

  async receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const conversation = this.#conversation(session)
    const { network } = conversation
    const tooMany = !this.#mails.take(network, this.#options.now())
    let held = 0
    const mayHold = (sizeBytes: number) => {
      const isHeld = !tooMany && this.#memory.take(network, sizeBytes)
      if (isHeld) held += sizeBytes
      return isHeld
    }
    this.#allow(session, this.#options.limits.mailMs)
    try {
      const mail = await readAll(stream, mayHold)
      clearTimeout(conversation.timer)
      if (stream.sizeExceeded) {
        const refusal = new Reply(552, '5.3.4 The mail is larger than the limit')
        for (const { recipient } of conversation.recipients.values())
          await this.#tell(recipient.target, session, {
            sizeBytes: stream.byteLength,
            reason: refusal.message,
          })
        throw refusal
      }
      if (!mail) throw new Reply(451, '4.7.0 Too many mails, try again in a minute')
      conversation.mails++
      const receipt = await this.#keep(mail, conversation, session)
      this.#slots.delivered(network)
      return receipt
    } finally {
      this.#memory.give(network, held)
    }
  }

  async #keep(
    mail: MailBytes,
    conversation: Conversation<Target>,
    session: SMTPServerSession,
  ): Promise<string> {
    const tls = session.tlsOptions
    const kept = [...conversation.recipients.values()].map(({ address, recipient }) =>
      this.#own(() =>
        this.#options.keep({
          target: recipient.target,
          recipient: address,
          sender: senderOf(session),
          ...mail,
          remote: {
            address: session.remoteAddress,
            helo: session.hostNameAppearsAs,
            ...(tls && { tls: `${tls.version ?? ''} ${tls.name}`.trim() }),
            ...(session.user !== undefined && { user: String(session.user) }),
          },
        }),
      ),
    )
    // One refusal refuses all: the sender repeats the whole mail, and a recipient that already has it recognizes it.
    await Promise.allSettled(kept)
    return `2.0.0 stored as ${(await Promise.all(kept)).join(', ')}`
  }

  leave(session: SMTPServerSession): void {
    const conversation = this.#conversations.get(session.id)
    if (!conversation) return
    clearTimeout(conversation.timer)
    this.#slots.give(session.id)
    this.#conversations.delete(session.id)
  }

  /** Time for the next command; a slower sender is disconnected, and may try again. */
  #allow(session: SMTPServerSession, ms: number): void {
    const conversation = this.#conversation(session)
    clearTimeout(conversation.timer)
    conversation.timer = setTimeout(() => this.#hangUp(session.id), ms).unref()
  }

  #conversation(session: SMTPServerSession): Conversation<Target> {
    const known = this.#conversations.get(session.id)
    if (!known) throw new Reply(421, '4.4.2 The conversation is over')
    return known
  }

  /** A sender that failed too often is not looked up; another one with the same address can continue. */
  #begin({ remoteAddress }: SMTPServerSession, target: string): Try {
    const one = { address: remoteAddress, target }
    if (!this.#tries.mayTry(one, this.#options.now())) throw tooManyFailures()
    return one
  }

  /** A sender that guesses names or passwords runs out of attempts, on this connection and from this address. */
  #fail(session: SMTPServerSession, one: Try): void {
    const conversation = this.#conversation(session)
    conversation.failures++
    const mayGoOn = this.#tries.failed(one, this.#options.now())
    if (!mayGoOn || conversation.failures > 10) throw tooManyFailures()
  }

  /** The refusal is final even if it could not be counted. */
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

  /** Our own work: for the sender, every failure in it is temporary. */
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

interface Conversation<Target> {
  /** Ends a conversation that is too slow. */
  timer?: NodeJS.Timeout
  readonly network: string
  mails: number
  failures: number
  recipients: Map<string, { address: string; recipient: IntakeRecipient<Target> }>
}
