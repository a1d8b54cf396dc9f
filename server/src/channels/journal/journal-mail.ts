import { createHash } from 'node:crypto'
import type { OtherText, ReturnedMail } from '#kernel/captured-event.ts'
import { type Mail, type MailPart, readMail } from '@verbatim/documents/mail/mail.ts'
import { readReturned } from './delivery-report.ts'
import { isJournalReport, type JournalReport, readReport } from './report.ts'

/** A delivery of a journal: a mail, and the facts of its report if it was wrapped in one. */
export interface JournalMail {
  readonly mail: Mail
  /** Replaces a missing Message-ID; the same bytes always get the same one. */
  readonly fallbackId: string
  readonly report?: JournalReport
  /** The wrapping mail's own sent time, for a mail without one. */
  readonly wrappedAt?: Date
  /** Additional parts inside the wrapping. */
  readonly extraParts: readonly MailPart[]
  /** The wrapping's text apart from its facts, and mails that are shown with the mail. */
  readonly others: readonly OtherText[]
  /** What it says of mails that were not delivered. */
  readonly returned: readonly ReturnedMail[]
}

/** Reads a delivery of a journal, and unwraps it. Never throws; this is the part that may take time and memory. */
export function readJournalMail(bytes: Uint8Array): JournalMail {
  const outer = readMail(bytes)
  if (!isJournalReport(outer)) {
    return {
      mail: outer,
      fallbackId: generatedId(bytes),
      extraParts: [],
      others: shownMails(outer.parts),
      returned: readReturned(outer),
    }
  }
  const report = readReport(outer.text ?? '')
  const wrapped = outer.parts.find(({ type }) => type === 'message/rfc822')
  if (!wrapped) {
    const mail = { ...outer, read: 'partly' as const }
    return { mail, fallbackId: generatedId(bytes), report, extraParts: [], others: [], returned: [] }
  }
  const inner = readMail(wrapped.bytes)
  const extraParts = outer.parts.filter((part) => part !== wrapped)
  return {
    mail: outer.read === 'whole' ? inner : { ...inner, read: inner.read === 'not' ? 'not' : 'partly' },
    fallbackId: generatedId(wrapped.bytes),
    report,
    ...(outer.date && { wrappedAt: outer.date }),
    extraParts,
    others: [
      ...shownMails([...inner.parts, ...extraParts]),
      ...outer.others,
      ...besideFacts(outer, report, inner),
    ],
    returned: readReturned(inner),
  }
}

/** Anyone can fake a report, and other programs show its contents, so its text is kept. All reports of a mail have the same. */
function besideFacts(outer: Mail, report: JournalReport, inner: Mail): OtherText[] {
  const flat = (text = '') => text.replace(/\s+/g, ' ').trim()
  const subjects = new Set([flat(outer.subject), flat(report.subject)])
  for (const shown of ['', flat(inner.subject)]) subjects.delete(shown)
  const lines = report.others.map(({ label, value }) => (label ? `${label}: ${value}` : value))
  const text = [...subjects, ...lines].join('\n')
  return text === '' ? [] : [{ kind: 'report', text }]
}

/** Larger mails are read as files, and so are mails nested deeper than this. */
const mostBytes = 1_048_576
const deepest = 4

function shownMails(parts: readonly MailPart[], depth = 1): OtherText[] {
  return parts
    .filter(({ type, isInline, bytes }) => type === 'message/rfc822' && isInline && bytes.length <= mostBytes)
    .flatMap(({ bytes }) => {
      const { subject, text, others, parts: within } = readMail(bytes)
      const said = [subject, text, ...others.map((one) => one.text)].filter((one) => one !== undefined)
      return [
        ...(said.length > 0 ? [{ kind: 'inline' as const, text: said.join('\n\n') }] : []),
        ...(depth < deepest ? shownMails(within, depth + 1) : []),
      ]
    })
}

const generatedId = (bytes: Uint8Array) => `<${createHash('sha256').update(bytes).digest('hex')}@generated>`
