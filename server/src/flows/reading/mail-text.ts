/** A mail as an attachment: who wrote it to whom, what it says, and the names of what it carries. */
import { type Mail, type Mailbox, readMail } from '#channels/journal/mail.ts'
import { type FileText, TextTaker } from './file-text.ts'

/** Mails within mails are read this deep. */
const deepest = 4

export function readMailText(bytes: Uint8Array): FileText {
  const taker = new TextTaker()
  takeMail(bytes, taker, 0)
  return taker.done()
}

function takeMail(bytes: Uint8Array, taker: TextTaker, depth: number): void {
  const mail = readMail(bytes)
  if (mail.read !== 'whole') taker.cut()
  taker.write(`${headLines(mail).join('\n')}\n\n${mail.text ?? ''}\n\n`)
  for (const { name, type, bytes: inner } of mail.parts) {
    if (taker.isFull) return taker.cut()
    taker.write(`Attached: ${name ?? type}\n`)
    if (type !== 'message/rfc822') continue
    if (depth < deepest) takeMail(inner, taker, depth + 1)
    else taker.cut()
  }
}

function headLines({ from, to, cc, date, subject }: Mail): string[] {
  const people = (title: string, mailboxes: readonly Mailbox[]) =>
    mailboxes.length > 0 ? [`${title}: ${mailboxes.map(written).join(', ')}`] : []
  return [
    ...people('From', from ? [from] : []),
    ...people('To', to),
    ...people('Cc', cc),
    ...(date ? [`Date: ${date.toISOString()}`] : []),
    ...(subject ? [`Subject: ${subject}`] : []),
  ]
}

const written = ({ name, address }: Mailbox) => (name ? `${name} <${address}>` : address)
