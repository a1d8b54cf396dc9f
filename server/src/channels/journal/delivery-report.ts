import { type Mail, parseMailboxes, readMail } from '@verbatim/documents/mail/mail.ts'
import type { ReturnedMail } from '#kernel/captured-event.ts'

/** More recipients of one mail than an archive has. */
const mostRecipients = 100
const mostAnswer = 500
const mostAddress = 320
/** Of either part. The rest of a mail that comes back whole says nothing more. */
const mostBytes = 64 * 1024

/**
 * What a mail says of another one that a server took and did not deliver, one entry for each recipient; empty for every other
 * mail, and for a report of a delay or of success. Source: RFC 3464, RFC 6522.
 */
export function readReturned({ parts }: Mail): ReturnedMail[] {
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  const about = parts.find(({ type }) =>
    /^(?:text\/rfc822-headers|message\/(?:rfc822|global|global-headers))$/.test(type),
  )
  const messageId = status && about && readMail(about.bytes.subarray(0, mostBytes)).messageId
  if (!messageId) return []
  const [, ...ofRecipients] = Buffer.from(status.bytes.subarray(0, mostBytes))
    .toString('utf8')
    .trim()
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
  return ofRecipients.slice(0, mostRecipients).flatMap((group) => {
    const fields = fieldsOf(group)
    if (fields.get('action')?.toLowerCase() !== 'failed') return []
    const code = fields.get('status') ?? ''
    const recipient = addressIn(fields.get('original-recipient') ?? fields.get('final-recipient') ?? '')
    const answer = (valueIn(fields.get('diagnostic-code') ?? '') || code).slice(0, mostAnswer)
    return [{ messageId, recipient, lasting: !code.startsWith('4'), answer }]
  })
}

/** The fields of one recipient, folded lines joined, by their names in lower case. */
function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':')
      return [name.trim().toLowerCase(), value.join(':').trim()] as const
    }),
  )
}

/** Before it is its kind, such as `rfc822;` or `smtp;`. */
const valueIn = (typed: string) => typed.replace(/^[\w-]+[ \t]*;[ \t]*/, '')

const addressIn = (typed: string) =>
  (parseMailboxes(valueIn(typed).slice(0, mostAddress))[0]?.address ?? '').toLowerCase()
