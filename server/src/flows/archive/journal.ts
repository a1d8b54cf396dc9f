import type { Options } from 'nodemailer/lib/mailer'
import type { ArchiveForm } from './record.ts'

interface Wrapped {
  readonly raw: Buffer
  readonly messageId: string
  readonly subject: string
  readonly date: Date
  readonly sender: string
  readonly recipients: readonly string[]
  readonly form: Pick<ArchiveForm, 'fromAddress' | 'journalRecipients'>
}

/** An Exchange journal report around a mail, for archives that read only those. */
export function wrapInJournal({ raw, messageId, subject, date, sender, recipients, form }: Wrapped): Options {
  const report = [
    `Sender: ${sender}`,
    `Subject: ${subject}`,
    `Message-Id: ${messageId}`,
    ...recipients.map((recipient) => `To: ${recipient}`),
    '',
  ]
  return {
    from: { name: '', address: form.fromAddress },
    to: form.journalRecipients.map((address) => ({ name: '', address })),
    subject,
    // The envelope has the id of what it contains, so that an archive recognizes either.
    messageId,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    text: report.join('\n'),
    textEncoding: 'quoted-printable',
    attachments: [{ contentType: 'message/rfc822', contentDisposition: 'attachment', content: raw }],
  }
}
