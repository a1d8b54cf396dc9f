import { connect, type Socket } from 'node:net'
import { once } from 'node:events'

/** An SMTP answer: its code and its text. */
export interface MailAnswer {
  readonly code: number
  readonly text: string
}

/** Delivers mails over one SMTP connection, one after the other. */
export interface MailSender extends AsyncDisposable {
  /**
   * Delivers bytes unchanged: it only adds the dots of SMTP, and a line end if the last line has none.
   * @returns The answer to the whole mail, or the first refusal before it.
   * @throws Error if the connection broke: the mail may or may not be stored.
   */
  send(to: string, bytes: Uint8Array): Promise<MailAnswer>
}

interface MailSenderOptions {
  readonly host: string
  readonly port: number
  /** The envelope sender; by default empty, as in journal reports. */
  readonly from?: string
  readonly timeoutMs?: number
}

/** Connects and greets. @throws Error if no server answers, or if it does not welcome the client. */
export async function openMailSender(options: MailSenderOptions): Promise<MailSender> {
  const { host, port, from = '', timeoutMs = 30_000 } = options
  const socket = connect(port, host)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('The mail intake does not answer')))
  socket.setNoDelay(true)
  const hear = listenTo(socket)
  const say = (line: string) => {
    socket.write(`${line}\r\n`)
    return hear()
  }
  expectCode(await hear(), 220)
  expectCode(await say('EHLO replay.example'), 250)
  return {
    async send(to, bytes) {
      const begun = await say(`MAIL FROM:<${from}>`)
      if (begun.code !== 250) return begun
      const addressed = await say(`RCPT TO:<${to}>`)
      if (addressed.code !== 250) {
        await say('RSET')
        return addressed
      }
      const ready = await say('DATA')
      if (ready.code !== 354) return ready
      socket.write(dotStuffed(bytes))
      return say('.')
    },
    async [Symbol.asyncDispose]() {
      if (!socket.destroyed) socket.end('QUIT\r\n')
      socket.destroySoon()
    },
  }
}

/** The data between DATA and its end: the bytes, ended by a line end. */
export function asSent(bytes: Uint8Array): Buffer {
  const mail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return mail.length >= 2 && mail.at(-2) === 13 && mail.at(-1) === 10
    ? mail
    : Buffer.concat([mail, Buffer.from('\r\n')])
}

/** Makes every line end CR LF, as a mail server does before it sends a file. Source: RFC 5321 §2.3.8. */
export function withLineEnds(bytes: Uint8Array): Buffer {
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/\r\n|\r|\n/g, '\r\n'),
    'latin1',
  )
}

function dotStuffed(bytes: Uint8Array): Buffer {
  return Buffer.from(
    asSent(bytes)
      .toString('latin1')
      .replace(/(^|\r\n)\./g, '$1..'),
    'latin1',
  )
}

function expectCode({ code, text }: MailAnswer, expected: number): void {
  if (code !== expected) throw new Error(`The mail intake says ${code} ${text}`)
}

/** The next complete answer, of one line or more. */
function listenTo(socket: Socket): () => Promise<MailAnswer> {
  let heard = ''
  let broken: Error | undefined
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1')
    socket.emit('heard')
  })
  socket.on('error', (error) => (broken = error))
  socket.on('close', () => socket.emit('heard'))
  return async () => {
    for (;;) {
      const [answer, code = '', text = ''] = /^(?:\d{3}-[^\n]*\n)*(\d{3}) ([^\n]*)\n/.exec(heard) ?? []
      if (answer !== undefined) {
        heard = heard.slice(answer.length)
        return { code: Number(code), text: text.trim() }
      }
      if (socket.destroyed) throw broken ?? new Error('The mail intake hung up')
      await once(socket, 'heard')
    }
  }
}
