import type { ArchiveForm } from '#flows/archive/record.ts'

/** How the organization of tests wants its mails. */
export const archiveForm: ArchiveForm = {
  format: 'eml',
  participantAddress: 'real_email',
  maxBytes: 25 * 1024 * 1024,
  oversize: 'split',
  tenantHost: 'acme.archive.example',
  timeZone: 'Europe/Lisbon',
  fromAddress: 'archive@acme.example',
  journalRecipients: ['journal@vendor.example'],
  linkOf: (id) => `https://acme.example/messages/${id}`,
}
