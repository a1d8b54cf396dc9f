import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type {
  CapturedAttachment,
  CapturedMessage,
  ContentType,
  Direction,
  Identity,
  OtherText,
  Participant,
} from '#kernel/captured-event.ts'
import { mailDomain, mailIdentity } from '#kernel/mail-address.ts'
import type { JournalMail } from './journal-mail.ts'
import { header, type Mail, type Mailbox } from '@verbatim/documents/mail/mail.ts'

/** Which headers of chats an account names besides those that everyone uses, its own first. */
const Settings = z.object({
  /** They have the number of a conversation. */
  conversationHeaders: z.array(z.string()).default([]).catch([]),
  /** They are only in chats, and name their app. */
  chatHeaders: z.array(z.string()).default([]).catch([]),
})

interface ChatHeaders {
  readonly conversation: readonly string[]
  readonly chat: readonly string[]
}

function chatHeadersOf({ settings }: Pick<ChannelAccount, 'settings'>): ChatHeaders {
  const { conversationHeaders, chatHeaders } = Settings.parse(settings)
  const named = (names: readonly string[]) => names.map((name) => name.trim().replace(/:$/, '').toLowerCase())
  return {
    conversation: [...named(conversationHeaders), 'x-conv-id', 'x-conversation-id', 'x-mattermost-channelid'],
    chat: [...named(chatHeaders), 'x-globalrelay-msgtype'],
  }
}

/** The first of these headers that a mail has. */
function firstOf(mail: Mail, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = header(mail, name)
    if (value !== undefined) return value
  }
  return undefined
}

/**
 * A mail from the journal as a message. Its key joins the Message-ID with the text that a reader sees, because two systems
 * may use one ID, and a sender may copy another's. All reports about one mail are one message, and their recipients add up.
 * Its thread is that of the first mail it refers to.
 */
export function toJournalMessage(journal: JournalMail, account: ChannelAccount): CapturedMessage {
  const { mail } = journal
  const headers = chatHeadersOf(account)
  const { messageId, subject, sentAt } = headOf(journal)
  const author = authorOf(journal)
  const participants = participantsOf(journal, author)
  const attachments = [...mail.parts, ...journal.extraParts].map(toAttachment)
  const body = mail.text ?? null
  const flags = flagsOf(mail)
  const others = [...mail.others, ...journal.others]
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: `${account.id}:${messageId}:${sha256(body ?? '').slice(0, 16)}`,
    seen: seenOf(journal, others).slice(0, 16),
    aliases: [messageId],
    conversationKey: conversationKeyOf(journal, participants, headers),
    conversationType: 'thread',
    ...(subject && { conversationTitle: subject, subject }),
    direction: directionOf(author, participants, account.ourDomains),
    author,
    ...(mail.from?.name && { authorName: mail.from.name }),
    participants,
    ...(sentAt && { sentAt }),
    body,
    format: mail.fromHtml ? 'html' : 'plain',
    ...(others.length > 0 && { others }),
    contentType: contentTypeOf(mail, attachments, headers),
    ...structuredOf(journal, headers),
    attachments,
    ...(mail.inReplyTo && { replyToKey: mail.inReplyTo }),
    ...(flags.length > 0 && { flags }),
    ...(journal.returned.length > 0 && { returned: journal.returned }),
  }
}

/** The mail's own value, else its report's. */
function headOf({ mail, report, fallbackId, wrappedAt }: JournalMail) {
  return {
    messageId: mail.messageId ?? report?.messageId ?? fallbackId,
    subject: mail.subject ?? report?.subject,
    sentAt: mail.date ?? wrappedAt,
  }
}

/**
 * A hash of a mail's visible content: its author and time, all its texts, and its attachments. It excludes the traces of
 * transport and wrapping, and the recipients, which add up.
 */
function seenOf({ mail, extraParts }: JournalMail, others: readonly OtherText[]): string {
  const { from, sender, subject, text, bodySha256, parts } = mail
  const files = [...parts, ...extraParts].map(({ name, type, bytes }) => [name, type, sha256(bytes)])
  const at = header(mail, 'date')?.trim()
  return sha256(JSON.stringify([from, sender, subject, at, text, others, bodySha256, files]))
}

function authorOf({ mail, report }: JournalMail): Identity {
  return mailIdentity(mail.from?.address ?? mail.sender?.address ?? report?.sender ?? '')
}

/**
 * The report names the actual recipients, and the mail names those that its reader saw. The latter are members of the
 * conversation, not recipients: often they are lists that the report has resolved.
 */
function participantsOf(journal: JournalMail, author: Identity): Participant[] {
  const { mail, report } = journal
  const participants: Participant[] = [
    { identity: author, role: 'author', ...displayed(mail.from?.name) },
    ...sendersFor(journal, author),
  ]
  const displayedAs = new Map(shown(mail).map(({ address, name }) => [mailIdentity(address).value, name]))
  const known = new Set<string>()
  for (const { address, ...how } of report?.recipients ?? []) {
    const identity = mailIdentity(address)
    known.add(identity.value)
    participants.push({ identity, role: 'recipient', ...displayed(displayedAs.get(identity.value)), ...how })
  }
  for (const { address, name, addressing } of shown(mail)) {
    const identity = mailIdentity(address)
    if (known.has(identity.value)) continue
    known.add(identity.value)
    participants.push({ identity, role: report ? 'member' : 'recipient', addressing, ...displayed(name) })
  }
  return participants
}

/** The other name of the sender: the mail was sent in the author's name, or the author sent it in another's. */
function sendersFor({ mail, report }: JournalMail, author: Identity): Participant[] {
  const addresses = [report?.sender, report?.onBehalfOf, mail.sender?.address].filter(
    (one) => one !== undefined,
  )
  const others = new Map(addresses.map((address) => [mailIdentity(address).value, mailIdentity(address)]))
  others.delete(author.value)
  return [...others.values()].map((identity) => ({ identity, role: 'on-behalf-of' }))
}

const displayed = (name: string | undefined) => (name ? { displayName: name } : {})

function shown(mail: Mail): (Mailbox & { addressing: 'to' | 'cc' | 'bcc' })[] {
  return (['to', 'cc', 'bcc'] as const).flatMap((addressing) =>
    mail[addressing].map((mailbox) => ({ ...mailbox, addressing })),
  )
}

function conversationKeyOf(
  { mail, report }: JournalMail,
  participants: readonly Participant[],
  { conversation }: ChatHeaders,
): string {
  const id = conversation.map((name) => header(mail, name)).find((one) => one)
  if (id) return `x:${id}`
  const first = mail.references[0] ?? mail.inReplyTo ?? mail.messageId ?? report?.messageId
  if (first) return `t:${first}`
  const subject = (mail.subject ?? '')
    .replace(/^(?:\s*(?:re|fw|fwd|aw|wg|sv|tr|rv|回复|转发)\s*[:：])+/i, '')
    .trim()
  const people = [...new Set(participants.map(({ identity }) => identity.value))].toSorted()
  return `h:${sha256(JSON.stringify([subject.toLowerCase(), people]))}`
}

function directionOf(
  author: Identity,
  participants: readonly Participant[],
  ourDomains: readonly string[],
): Direction {
  const isOurs = ({ value }: Identity) => isWithin(mailDomain(value), ourDomains)
  if (author.kind !== 'email' || ourDomains.length === 0) return 'unknown'
  if (!isOurs(author)) return 'inbound'
  const others = participants.filter(({ role, identity }) => role !== 'author' && identity.kind === 'email')
  return others.length > 0 && others.every(({ identity }) => isOurs(identity)) ? 'internal' : 'outbound'
}

/** Whether a domain is one of these or a subdomain of one. */
function isWithin(domain: string, ourDomains: readonly string[]): boolean {
  return ourDomains.some((one) => `.${domain}`.endsWith(`.${one.toLowerCase()}`))
}

function toAttachment(part: JournalMail['extraParts'][number], ordinal: number): CapturedAttachment {
  return {
    ordinal,
    ...(part.name && { name: part.name }),
    ...(part.type && { mimeDeclared: part.type }),
    sizeDeclared: part.bytes.byteLength,
    bytes: part.bytes,
  }
}

/** Chats are archived as one mail a message or one mail a day; the latter counts in its subject. */
function contentTypeOf(
  mail: Mail,
  attachments: readonly CapturedAttachment[],
  { chat }: ChatHeaders,
): ContentType {
  const isChat = firstOf(mail, chat) !== undefined
  if (isChat && /\b\d+\s+messages?\b/i.test(mail.subject ?? '')) return 'transcript'
  if (mail.text) return 'text'
  return attachments.length > 0 ? 'file' : mail.read === 'not' ? 'unsupported' : 'text'
}

function structuredOf(
  { mail, report }: JournalMail,
  { chat }: ChatHeaders,
): { structured?: Record<string, unknown> } {
  const messageType = firstOf(mail, chat)
  const structured = {
    ...(report && {
      displayedRecipients: shown(mail).map(({ address }) => address),
      ...(report.others.length > 0 && { unknownReportLines: report.others }),
    }),
    ...(messageType && { messageType }),
  }
  return Object.keys(structured).length > 0 ? { structured } : {}
}

type Flag = NonNullable<CapturedMessage['flags']>[number]

function flagsOf(mail: Mail): Flag[] {
  const flags: Flag[] = []
  const submitted = header(mail, 'auto-submitted')?.trim().toLowerCase() ?? ''
  if (submitted.startsWith('auto-replied') || header(mail, 'x-autoreply') !== undefined)
    flags.push('autoReply')
  if (isEncrypted(mail)) flags.push('encrypted')
  if (mail.read === 'partly') flags.push('partlyParsed')
  if (mail.read === 'not') flags.push('unparsed')
  return flags
}

function isEncrypted(mail: Mail): boolean {
  const type = header(mail, 'content-type')?.toLowerCase() ?? ''
  return (
    type.startsWith('multipart/encrypted') ||
    (/^application\/(?:x-)?pkcs7-mime/.test(type) && !type.includes('signed-data')) ||
    mail.parts.some((part) => part.name?.toLowerCase() === 'message.rpmsg') ||
    /^-----BEGIN PGP MESSAGE-----/m.test(mail.text ?? '')
  )
}

const sha256 = (text: string | Uint8Array) => createHash('sha256').update(text).digest('hex')
