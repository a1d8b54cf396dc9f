import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from './prompt-smtp-server.ts'

/** A mail as the server got it. */
interface ReceivedMail {
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly messageId: string
  readonly encrypted: boolean
  readonly headers: Email['headers']
  readonly files: readonly { readonly name: string; readonly contentType: string; readonly bytes: Buffer }[]
}

export interface MailServerFake extends AsyncDisposable {
  /** For `SMTP_URL`. */
  readonly url: string
  readonly port: number
  readonly received: ReceivedMail[]
  /** The answer to a recipient instead of 250, if it is set. */
  refuses: { readonly code: number; readonly text: string } | undefined
  /** Reads the mail, and closes the connection without an answer. */
  breaksOff: boolean
}

/** A real SMTP server on this machine, which stores the mails it receives. */
export async function openMailServer(
  options: { user?: string; password?: string } = {},
): Promise<MailServerFake> {
  const { user, password } = options
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) done(null, { user: auth.username })
      else done(new Error('535 no'))
    },
    onRcptTo(_address, _session, done) {
      const { refuses } = fake
      if (refuses) done(Object.assign(new Error(refuses.text), { responseCode: refuses.code }))
      else done()
    },
    onData(stream, session, done) {
      void (async () => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          return // the sender disconnected in the middle of a mail, so the mail does not count
        }
        const mail = await PostalMime.parse(Buffer.concat(chunks))
        fake.received.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          from: mail.from?.address ?? '',
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          messageId: mail.messageId ?? '',
          encrypted: session.secure,
          headers: mail.headers,
          files: mail.attachments.map(({ filename, mimeType, content }) => ({
            name: filename ?? '',
            contentType: mimeType,
            bytes: Buffer.from(content as ArrayBuffer),
          })),
        })
        if (fake.breaksOff) return server.connections.forEach((one) => one._socket.destroy())
        done()
      })()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  const login = user === undefined ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@`
  const fake: MailServerFake = {
    port,
    url: `smtp://${login}127.0.0.1:${port}`,
    received: [],
    refuses: undefined,
    breaksOff: false,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return fake
}
