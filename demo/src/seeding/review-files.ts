/** Reviewers' attachments to their comments. */
import { textPdf } from '@verbatim/documents/text/text-pdf.ts'
import type { ReviewedEvent, ReviewFile } from '#reviews.ts'

interface Occasion {
  readonly event: ReviewedEvent
  readonly at: Date
  readonly author: string
}

/** A note about an interview, or a line of a register. */
export function writeReviewFile(
  kind: ReviewFile,
  { event, at, author }: Occasion,
): { name: string; bytes: Uint8Array } {
  const day = at.toISOString().slice(0, 10)
  const { representative } = event
  if (kind === 'interview') {
    const lines = [
      `Date: ${day}`,
      `Present: ${representative}, ${author}`,
      '',
      `${representative} has read the messages and confirms having written them.`,
      'The policy was explained once more; the training of this year was completed.',
      'Agreed: no further contact on this matter outside the recorded channels.',
      'Next look at the conversation: in four weeks.',
      '',
      'This document is part of a demonstration and describes no real person.',
    ]
    return { name: `interview-${day}.pdf`, bytes: textPdf('Note of an interview', lines) }
  }
  if (kind === 'register') {
    const rows = [
      ['Date', 'Representative', 'Subject', 'Entered by'],
      [day, representative, event.policyKey.replaceAll('-', ' '), author],
    ]
    const text = rows.map((row) => `${row.join(',')}\r\n`).join('')
    return { name: `register-${day}.csv`, bytes: Buffer.from(text) }
  }
  const text = [
    `File note, ${day}`,
    '',
    `Account history of the last six months read; spoken with ${representative} by telephone.`,
    'The client’s file holds no earlier case of this kind.',
    '',
    author,
    '',
  ].join('\n')
  return { name: `file-note-${day}.txt`, bytes: Buffer.from(text) }
}
