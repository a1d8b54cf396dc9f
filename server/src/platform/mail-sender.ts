import { createTransport } from 'nodemailer'
import { isThisMachine, type MailServer } from './mail-server.ts'

/** A mail on its way out: plain text, to one recipient. */
export interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Unique, and the same at every try: who received it twice can tell. */
  readonly messageId: string
  readonly date: Date
}

/** The mail server that the configuration names. */
export interface MailSender {
  /**
   * Resolves once the mail server has taken the mail over.
   * @throws MailRefused
   */
  readonly send: (mail: OutgoingMail) => Promise<void>
  readonly close: () => void
}

/** The mail server did not take a mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** Trying again changes nothing: this mail, or its recipient, is refused for good. */
  readonly lasting: boolean

  constructor(message: string, { lasting, cause }: { readonly lasting: boolean; readonly cause: unknown }) {
    super(message, { cause })
    this.lasting = lasting
  }
}

/** Opens the way out: a few connections, kept while there is something to send. Nothing is connected until then. */
export function openMailSender(server: MailServer): MailSender {
  const { host, port, tls, user, password } = server
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: tls === 'direct',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    // On this machine a certificate has nobody to convince.
    tls: { rejectUnauthorized: !isThisMachine(host), minVersion: 'TLSv1.2' },
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    maxConnections: 4,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 45_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ from, to, subject, text, messageId, date }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          messageId,
          date,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (cause) {
        throw toRefusal(cause)
      }
    },
    close: () => transport.close(),
  }
}

/** A refusal of this mail lasts; one of us (password, encryption, reach) ends when somebody sets it right. */
function toRefusal(cause: unknown): MailRefused {
  const { code, responseCode, response, message } = cause as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  const ofTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const lasting = ofTheMail && (responseCode === undefined || (responseCode >= 500 && responseCode < 600))
  return new MailRefused(response ?? message ?? 'The mail server did not answer.', { lasting, cause })
}
