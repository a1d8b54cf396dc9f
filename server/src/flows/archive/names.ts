import { channelNames } from '@verbatim/contract/channels.ts'
import { localTime } from '@verbatim/contract/local-time.ts'
import { addressed } from './addressed.ts'
import type { ArchiveDay, ArchiveForm, ArchiveRecord, Participant } from './record.ts'

/** The Message-ID of a revision: the same at every attempt, so that an archive recognizes a mail that it has. */
export function messageIdOf(
  { recordId, revision }: { readonly recordId: string; readonly revision: number },
  tenantHost: string,
  part = 1,
): string {
  return `<${recordId}.r${revision}${part > 1 ? `.p${part}` : ''}@${tenantHost}>`
}

/** No mail has this id; every mail of the conversation refers to it, so that archives show them together. */
export const rootIdOf = (conversationId: string, tenantHost: string) => `<${conversationId}@${tenantHost}>`

/** The address of a participant. A number becomes one that can never receive mail, because `.invalid` is reserved. */
export function addressOf(
  { address, mail }: Participant,
  channel: ArchiveRecord['channel'],
  { participantAddress, tenantHost }: Pick<ArchiveForm, 'participantAddress' | 'tenantHost'>,
): string {
  const real = mail ?? (isMail(address) ? address : undefined)
  if (real !== undefined && isMail(real) && participantAddress === 'real_email') return real
  return `${localPart(address)}@${channel}.${tenantHost}.invalid`
}

const isMail = (text: string) => /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(?:\.[a-z\d-]+)+$/i.test(text)

/** Other characters are escaped, not dropped: two people must not get one address. */
function localPart(address: string): string {
  const plain = address.replace(/^\+(?=\d)/, '')
  return plain.replaceAll(/[^a-z\d_-]/giu, (sign) => `=${Buffer.from(sign).toString('hex')}`) || 'unknown'
}

/** How a participant is named: `Ana Silva +351912000111`. */
export const nameOf = ({ name, address }: Participant) =>
  name && name !== address ? `${name} ${address}` : address

const prefixes = {
  message: '',
  edit: 'EDITED ',
  delete: 'DELETED ',
  reaction: 'REACTION ',
  membership: 'MEMBERS ',
  receipt: 'RECEIPT ',
} as const

export function subjectOf(record: ArchiveRecord): string {
  const { sender, recipients, conversation, channel, event } = record
  const from = sender.name || sender.address
  const to = conversation.group ?? toNameOf(recipients)
  if (event === 'membership')
    return `${prefixes.membership}${channelNames[channel]} conversation ${to ?? `of ${from}`}: ${record.statement}`
  return `${prefixes[event]}${channelNames[channel]} message from ${from} ${to ? `to ${to}` : 'without a recipient'}`
}

/** The first of those whom the mail shows. */
function toNameOf(recipients: readonly Participant[]): string | undefined {
  const { to, cc } = addressed(recipients)
  const [first] = [...to, ...cc]
  if (first) return first.name || first.address
  return recipients.length > 0 ? 'undisclosed recipients' : undefined
}

export function daySubjectOf(
  { channel, conversation, date, number }: Omit<ArchiveDay, 'records'>,
  [first, ...others]: readonly Participant[],
): string {
  const one = first?.name || first?.address
  const second = toNameOf(others)
  const other = second ? `with ${second}` : 'without another person'
  const who = conversation.group ?? `of ${one} ${other}`
  const suffix = number > 1 ? `, supplement ${number}` : ''
  return `${channelNames[channel]} conversation ${who} on ${date}${suffix}`
}

/** `2026-05-14 08:00:00 UTC (2026-05-14 09:00:00 Europe/Lisbon)`. */
export function timeOf(at: Date, timeZone: string): string {
  const utc = at.toISOString().slice(0, 19).replace('T', ' ')
  return `${utc} UTC (${localTime(at, timeZone).replace('T', ' ')} ${timeZone})`
}
