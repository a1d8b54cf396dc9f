import { Readable } from 'node:stream'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { isThisMachine, type MailServer } from './mail-server.ts'

/** An outgoing mail: plain text, and files if it has any, to one recipient. */
interface OutgoingMail {
  readonly from: { readonly name: string; readonly address: string }
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly files?: readonly {
    readonly name: string
    readonly contentType: string
    readonly bytes: Uint8Array
  }[]
  /** Unique, and the same at every attempt, so that a recipient can recognize a duplicate. */
  readonly messageId: string
  readonly date: Date
}

/** The configured mail server. */
export interface MailSender {
  /**
   * Resolves once the mail server has accepted the mail.
   * @param mayGo Called when the server waits for the bytes of the mail; if false, none is sent.
   * @throws MailRefused @throws MailWithheld
   */
  readonly send: (mail: OutgoingMail, mayGo?: () => Promise<boolean>) => Promise<void>
  readonly close: () => void
}

/** The mail server did not accept a mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
  /** Trying again is useless: this mail or its recipient is refused permanently. */
  readonly lasting: boolean

  constructor(message: string, { lasting, cause }: { readonly lasting: boolean; readonly cause: unknown }) {
    super(message, { cause })
    this.lasting = lasting
  }
}

/** The mail server was ready, but the mail must no longer be sent. */
export class MailWithheld extends Error {
  override name = 'MailWithheld'
}

/** Opens a sender with a few connections, which exist only while there is mail to send. */
export function openMailSender(server: MailServer): MailSender {
  const { host, port, tls, user, password } = server
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: tls === 'direct',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    // On this machine no client checks the certificate.
    tls: { rejectUnauthorized: !isThisMachine(host), minVersion: 'TLSv1.2' },
    ...(user === undefined ? {} : { auth: { user, pass: password } }),
    maxConnections: 4,
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 45_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  transport.use('stream', ({ data, message }, done) => {
    const { mayGo } = data as { mayGo?: () => Promise<boolean> }
    const open = message.createReadStream.bind(message)
    if (mayGo) message.createReadStream = () => Readable.from(onceAllowed(mayGo, open))
    done()
  })
  return {
    async send({ from, to, subject, text, files = [], messageId, date }, mayGo) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          attachments: files.map(({ name, contentType, bytes }) => ({
            filename: name,
            contentType,
            content: Buffer.from(bytes),
          })),
          messageId,
          date,
          headers: { 'Auto-Submitted': 'auto-generated' },
          mayGo,
        } as SendMailOptions)
      } catch (cause) {
        throw cause instanceof MailWithheld ? cause : toRefusal(cause)
      }
    },
    close: () => transport.close(),
  }
}

/** The bytes are requested only when the server waits for them; without the last one, it accepts nothing. */
async function* onceAllowed(mayGo: () => Promise<boolean>, open: () => Readable): AsyncGenerator<Buffer> {
  if (!(await mayGo())) throw new MailWithheld('The mail is another’s to send')
  yield* open()
}

/**
 * A refusal of this mail is permanent; a refusal of our connection (password, encryption, reach) ends when an operator fixes
 * it.
 */
function toRefusal(cause: unknown): MailRefused {
  const { code, responseCode, response, message } = cause as {
    code?: string
    responseCode?: number
    response?: string
    message?: string
  }
  const ofTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
  const lasting = ofTheMail && (responseCode === undefined || (responseCode >= 500 && responseCode < 600))
  return new MailRefused(response ?? message ?? 'The email server did not answer.', { lasting, cause })
}
