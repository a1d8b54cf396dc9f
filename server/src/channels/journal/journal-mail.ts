import { createHash } from 'node:crypto'
import { type Mail, type MailPart, readMail } from './mail.ts'
import { isJournalReport, type JournalReport, readReport } from './report.ts'

/** What a journal sent: a mail, and where it came wrapped in a report, what the report says. */
export interface JournalMail {
  readonly mail: Mail
  /** Stands for the Message-ID where the mail has none: the same bytes always get the same. */
  readonly fallbackId: string
  readonly report?: JournalReport
  /** The wrapping mail's own sent time, for a mail that tells none. */
  readonly wrappedAt?: Date
  /** What came beside the mail inside the wrapping. */
  readonly extraParts: readonly MailPart[]
}

/** Reads what a journal sent, and unwraps it. Never throws; this is the part that may cost time and memory. */
export function readJournalMail(bytes: Uint8Array): JournalMail {
  const outer = readMail(bytes)
  if (!isJournalReport(outer)) return { mail: outer, fallbackId: generatedId(bytes), extraParts: [] }

  const report = readReport(outer.text ?? '')
  const wrapped = outer.parts.find(({ type }) => type === 'message/rfc822')
  if (!wrapped) {
    return { mail: { ...outer, read: 'partly' }, fallbackId: generatedId(bytes), report, extraParts: [] }
  }
  const inner = readMail(wrapped.bytes)
  return {
    mail: outer.read === 'whole' ? inner : { ...inner, read: inner.read === 'not' ? 'not' : 'partly' },
    fallbackId: generatedId(wrapped.bytes),
    report,
    ...(outer.date && { wrappedAt: outer.date }),
    extraParts: outer.parts.filter((part) => part !== wrapped),
  }
}

const generatedId = (bytes: Uint8Array) => `<${createHash('sha256').update(bytes).digest('hex')}@generated>`
