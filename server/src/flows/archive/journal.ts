import type { Options } from 'nodemailer/lib/mailer'
import type { Addressing, ArchiveForm } from './record.ts'

interface Wrapped {
  readonly raw: Buffer
  readonly messageId: string
  readonly subject: string
  readonly date: Date
  readonly sender: string
  readonly recipients: readonly { readonly address: string; readonly addressing: Addressing | undefined }[]
  readonly form: Pick<ArchiveForm, 'fromAddress' | 'journalRecipients'>
}

/** An Exchange journal report around a mail, for archives that read only those. */
export function wrapInJournal({ raw, messageId, subject, date, sender, recipients, form }: Wrapped): Options {
  const report = [
    `Sender: ${sender}`,
    `Subject: ${subject}`,
    `Message-Id: ${messageId}`,
    ...recipients.map(({ address, addressing = 'to' }) => `${labels[addressing]}: ${address}`),
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

/** How a report says how someone was addressed. */
export const labels = { to: 'To', cc: 'Cc', bcc: 'Bcc', recipient: 'Recipient' } as const
