import { createTransport } from 'nodemailer'

/** A journal as its mail server knows it. */
export interface JournalEntrance {
  readonly port: number
  readonly address: string
  readonly password: string
}

/** Sends mails to a journal over one connection, encrypted and signed in, as an organization's mail server does. */
export async function sendJournal(
  { port, address, password }: JournalEntrance,
  mails: readonly Uint8Array[],
): Promise<void> {
  const transport = createTransport({
    pool: true,
    maxConnections: 1,
    host: '127.0.0.1',
    port,
    tls: { rejectUnauthorized: false },
    auth: { user: address, pass: password },
  })
  for (const mail of mails)
    await transport.sendMail({ envelope: { from: '', to: address }, raw: Buffer.from(mail) })
  transport.close()
}
