/** A mail as an attachment: its author, recipients, text, and attachments. */
import { type Mail, type Mailbox, readMail } from '#mail/mail.ts'
import { type ReadInside, takeInside, type Within } from './archive.ts'
import { type FileText, TextTaker } from './file-text.ts'
import { mailsIn } from './mail-head.ts'

/** @param bytes A mail, or a folder of mails. */
export async function readMailText(bytes: Uint8Array, within: Within, read: ReadInside): Promise<FileText> {
  const [mail = bytes, ...more] = mailsIn(bytes)
  if (more.length === 0) return readOne(mail, within, read)
  const taker = new TextTaker()
  for (const one of [mail, ...more]) {
    if (taker.isFull) taker.cut()
    if (taker.isFull) break
    await takeInside(taker, () => read(one, within))
  }
  return taker.done()
}

async function readOne(bytes: Uint8Array, within: Within, read: ReadInside): Promise<FileText> {
  const taker = new TextTaker()
  const mail = readMail(bytes)
  if (mail.read !== 'whole') taker.cut()
  taker.write(`${headLines(mail).join('\n')}\n\n${mail.text ?? ''}\n\n`)
  for (const { text } of mail.others) taker.write(`${text}\n\n`)
  for (const { name, type, bytes: inner } of mail.parts) {
    if (taker.isFull) {
      taker.cut()
      break
    }
    taker.write(`Attached: ${name ?? type}\n`)
    await takeInside(taker, () => read(inner, within))
  }
  return taker.done()
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
