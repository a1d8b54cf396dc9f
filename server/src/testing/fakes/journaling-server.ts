import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { openSmtpClient, type SmtpClient } from './smtp-client.ts'

/**
 * What happens to a mail on its way, once for each: the connection is cut in the middle of the data, just after its end, or once it is
 * answered, but before its sender reads the answer.
 */
export type MailTrouble = 'cut within' | 'cut at the end' | 'answer lost'

interface Journal {
  readonly port: number
  /** Where its mails go. */
  readonly address: string
  readonly password?: string
  /** It does not encrypt, even where it could. */
  readonly isPlain?: true
  /** Waits until the next attempt, or lets a test's clock go on. By default it waits. */
  readonly pause?: (ms: number) => void | Promise<void>
  /** The waits after failed attempts; the last one repeats. */
  readonly backOffMs?: readonly number[]
  /** So long it keeps trying. */
  readonly expiresMs?: number
  readonly mailsPerConnection?: number
}

/** A mail that did not arrive, as its server reports it to its sender: the answer, or that none came in time. */
interface Bounce {
  readonly mail: string
  readonly answer: string
}

/** The connection broke before an answer was read. */
class Cut extends Error {
  override name = 'Cut'
}

/**
 * A mail server that journals to us. It keeps each mail in its queue until we accept it for good or refuse it for good, and sends several
 * over one connection. After a cut or a temporary refusal it goes on with the next mail, so mails arrive out of order; one whose answer
 * it did not read, it sends again. Source: RFC 5321 §4.5.4.
 */
export class FakeJournalingServer {
  readonly queue: string[] = []
  readonly troubles: MailTrouble[] = []
  /** The answers to mails that it read as accepted. */
  readonly receipts: string[] = []
  readonly bounces: Bounce[] = []
  /** What our intake answered to mails, or how the connection failed, in order. */
  readonly outcomes: string[] = []
  readonly journal: Journal

  /** @param journal Without one, it is set before the first delivery. */
  constructor(journal: Journal = { port: 0, address: '' }) {
    this.journal = journal
  }

  /** Delivers until its queue is empty. */
  async deliver(): Promise<void> {
    const { pause = (ms) => sleep(ms), expiresMs = 2 * dayMs } = this.journal
    const { backOffMs = [minuteMs, 5 * minuteMs, 15 * minuteMs] } = this.journal
    for (let attempt = 0, waitedMs = 0; ; attempt += 1) {
      await this.#try(this.queue.splice(0))
      if (this.queue.length === 0) return
      const waitMs = backOffMs[Math.min(attempt, backOffMs.length - 1)] ?? minuteMs
      if (waitedMs + waitMs > expiresMs) {
        for (const mail of this.queue.splice(0)) this.bounces.push({ mail, answer: '4.4.7 expired' })
        return
      }
      await pause(waitMs)
      waitedMs += waitMs
    }
  }

  /** Tries each mail once. */
  async #try(mails: readonly string[]): Promise<void> {
    const { mailsPerConnection = 20 } = this.journal
    for (let done = 0; done < mails.length;) {
      const some = mails.slice(done, done + mailsPerConnection)
      const tried = await this.#connect(some)
      // Without a connection it asks no further.
      if (tried === 0) return void this.queue.push(...mails.slice(done))
      done += tried
    }
  }

  /** @returns How many mails it tried before the connection ended. */
  async #connect(mails: readonly string[]): Promise<number> {
    let client: SmtpClient | undefined
    let tried = 0
    try {
      client = await this.#greet()
      for (const mail of mails) {
        tried += 1
        const answer = await this.#send(client, mail)
        this.#settle(mail, answer)
        if (answer.startsWith('421')) break
      }
      await client.say('QUIT')
    } catch (error) {
      const mail = mails[tried - 1]
      if (mail !== undefined) this.queue.push(mail)
      this.outcomes.push(error instanceof Cut ? error.message : String((error as { code?: string }).code))
    } finally {
      client?.close()
    }
    return tried
  }

  #settle(mail: string, answer: string): void {
    this.outcomes.push(answer.slice(0, 3))
    if (answer.startsWith('2')) this.receipts.push(answer)
    else if (answer.startsWith('5')) this.bounces.push({ mail, answer })
    else this.queue.push(mail)
  }

  async #greet(): Promise<SmtpClient> {
    const { port, address, password, isPlain } = this.journal
    let client = await openSmtpClient(port)
    const offered = await heard(client.say('EHLO mail.acme.test'))
    if (offered.includes('STARTTLS') && !isPlain) {
      await heard(client.say('STARTTLS'))
      client = await client.over((socket) => connectTls({ socket, rejectUnauthorized: false }))
      await heard(client.say('EHLO mail.acme.test'))
    }
    if (password) {
      const token = Buffer.from(`\0${address}\0${password}`).toString('base64')
      const answer = await heard(client.say(`AUTH PLAIN ${token}`))
      if (!answer.startsWith('2')) throw new Cut(answer.slice(0, 3))
    }
    return client
  }

  /** Journals have no sender to whom a report could go. */
  async #send(client: SmtpClient, mail: string): Promise<string> {
    for (const line of ['MAIL FROM:<>', `RCPT TO:<${this.journal.address}>`, 'DATA']) {
      const answer = await heard(client.say(line))
      if (/^[23]/.test(answer)) continue
      if (!answer.startsWith('421')) await heard(client.say('RSET'))
      return answer
    }
    const trouble = this.troubles.shift()
    const stuffed = mail.replace(/^\./gm, '..')
    if (trouble === 'cut within') {
      client.write(stuffed.slice(0, stuffed.length / 2))
      throw new Cut('cut')
    }
    client.write(`${stuffed}.\r\n`)
    if (trouble === 'cut at the end') throw new Cut('cut')
    const answer = await heard(client.hear())
    if (trouble === 'answer lost') throw new Cut(`${answer.slice(0, 3)} unread`)
    return answer
  }
}

/** An answer; nothing means that the line broke. */
async function heard(answered: Promise<string>): Promise<string> {
  const answer = await answered
  if (answer === '') throw new Cut('cut')
  return answer
}
