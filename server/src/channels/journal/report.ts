import { header, type Mail, parseMailboxes } from '@verbatim/documents/mail/mail.ts'

/** The people in an Exchange journal report: who really got a message, with hidden recipients and resolved lists. */
export interface JournalReport {
  readonly sender?: string
  readonly subject?: string
  readonly messageId?: string
  readonly onBehalfOf?: string
  readonly recipients: readonly ReportedRecipient[]
  /** Lines with an unknown label; Exchange has added some over the years. */
  readonly others: readonly { readonly label: string; readonly value: string }[]
}

interface ReportedRecipient {
  readonly addressing: 'to' | 'cc' | 'bcc' | 'recipient'
  readonly address: string
  /** The distribution list that it came through. */
  readonly expandedFrom?: string
  /** The original recipient, before a rule forwarded it. */
  readonly forwardedFrom?: string
}

/**
 * Whether a mail wraps another one in a journal report. The header usually has no value, so its presence decides; older servers
 * spell it in two ways. Source: Microsoft, "Journal reports" and its grammar.
 */
export function isJournalReport(mail: Mail): boolean {
  if (header(mail, 'x-ms-journal-report') !== undefined) return true
  const identifier = header(mail, 'content-identifier') ?? header(mail, 'content-identifer')
  return identifier?.trim().toLowerCase() === 'exjournalreport'
}

/** Reads the text of a report, one fact a line, folded lines joined. Other lines are kept. */
export function readReport(text: string): JournalReport {
  const recipients: ReportedRecipient[] = []
  const others: { label: string; value: string }[] = []
  const facts: { sender?: string; subject?: string; messageId?: string; onBehalfOf?: string } = {}
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, label = '', value = ''] = /^([\w-]+)\s*:\s*(.*)$/.exec(line.trim()) ?? []
    const known = label.toLowerCase()
    if (known === 'to' || known === 'cc' || known === 'bcc' || known === 'recipient') {
      recipients.push(readRecipient(known, value))
    } else if (known === 'sender') facts.sender = addressOf(value)
    else if (known === 'on-behalf-of') facts.onBehalfOf = addressOf(value)
    else if (known === 'subject') facts.subject = value
    else if (known === 'message-id') facts.messageId = value
    else if (line.trim()) others.push({ label, value: label ? value : line.trim() })
  }
  return { ...facts, recipients, others }
}

function readRecipient(addressing: ReportedRecipient['addressing'], value: string): ReportedRecipient {
  const [address = '', ...notes] = value.split(/,\s*(?=(?:Expanded|Forwarded):)/i)
  const note = (label: string) => {
    const found = notes.find((one) => one.toLowerCase().startsWith(`${label}:`))
    return found && addressOf(found.slice(label.length + 1))
  }
  const expandedFrom = note('expanded')
  const forwardedFrom = note('forwarded')
  return {
    addressing,
    address: addressOf(address),
    ...(expandedFrom && { expandedFrom }),
    ...(forwardedFrom && { forwardedFrom }),
  }
}

const addressOf = (written: string) => parseMailboxes(written)[0]?.address ?? written.trim()
