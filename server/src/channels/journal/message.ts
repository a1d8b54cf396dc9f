import { createHash } from 'node:crypto'
import type { ChannelAccount } from '#channels/connector.ts'
import type {
  CapturedAttachment,
  CapturedMessage,
  ContentType,
  OtherText,
  Participant,
} from '#kernel/captured-event.ts'
import { type Chat, readChat } from './chat.ts'
import { chatMarksOf } from './chat-marks.ts'
import type { JournalMail } from './journal-mail.ts'
import { peopleOf } from './people.ts'
import { header, type Mail } from '@verbatim/documents/mail/mail.ts'

/**
 * A mail from the journal as a message. Its key joins the Message-ID with the text that a reader sees, because two systems
 * may use one ID, and a sender may copy another's. All reports about one mail are one message, and their recipients add up.
 * Its thread is that of the first mail it refers to, unless a header names its conversation.
 */
export function toJournalMessage(journal: JournalMail, account: ChannelAccount): CapturedMessage {
  const { mail } = journal
  const { conversation, chat, isCutOff } = readChat(mail, chatMarksOf(account))
  const { messageId, subject, sentAt } = headOf(journal)
  const { author, authorName, participants, colleagues, direction, displayed } = peopleOf(
    journal,
    chat,
    account,
  )
  const attachments = [...mail.parts, ...journal.extraParts].map(toAttachment)
  const body = mail.text ?? null
  const flags = flagsOf(mail, isCutOff)
  const others = [...mail.others, ...journal.others]
  return {
    kind: 'message',
    channel: account.channel,
    messageKey: `${account.id}:${messageId}:${sha256(body ?? '').slice(0, 16)}`,
    seen: seenOf(journal, others).slice(0, 16),
    aliases: [messageId],
    conversationKey: conversation ? `x:${conversation}` : threadOf(journal, participants),
    conversationType: 'thread',
    ...(subject && { conversationTitle: subject, subject }),
    direction,
    author,
    ...(authorName && { authorName }),
    participants,
    ...(colleagues.length > 0 && { colleagues }),
    ...(sentAt && { sentAt }),
    body,
    format: mail.fromHtml ? 'html' : 'plain',
    ...(others.length > 0 && { others }),
    contentType: contentTypeOf(mail, attachments, chat),
    ...structuredOf(journal, { displayed, chat }),
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

function threadOf({ mail, report }: JournalMail, participants: readonly Participant[]): string {
  const first = mail.references[0] ?? mail.inReplyTo ?? mail.messageId ?? report?.messageId
  if (first) return `t:${first}`
  const subject = (mail.subject ?? '')
    .replace(/^(?:\s*(?:re|fw|fwd|aw|wg|sv|tr|rv|回复|转发)\s*[:：])+/i, '')
    .trim()
  const people = [...new Set(participants.map(({ identity }) => identity.value))].toSorted()
  return `h:${sha256(JSON.stringify([subject.toLowerCase(), people]))}`
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

/** Chats are archived as one mail a message, or as one mail with the words of several people. */
function contentTypeOf(
  mail: Mail,
  attachments: readonly CapturedAttachment[],
  chat: Chat | undefined,
): ContentType {
  if (chat?.isTranscript) return 'transcript'
  if (mail.text) return 'text'
  return attachments.length > 0 ? 'file' : mail.read === 'not' ? 'unsupported' : 'text'
}

function structuredOf(
  { report }: JournalMail,
  { displayed, chat }: { readonly displayed: readonly string[] | undefined; readonly chat: Chat | undefined },
): { structured?: Record<string, unknown> } {
  const structured = {
    ...(displayed && { displayedRecipients: displayed }),
    ...(report && report.others.length > 0 && { unknownReportLines: report.others }),
    ...(chat?.app && { messageType: chat.app }),
  }
  return Object.keys(structured).length > 0 ? { structured } : {}
}

type Flag = NonNullable<CapturedMessage['flags']>[number]

function flagsOf(mail: Mail, isCutOff: boolean): Flag[] {
  const flags: Flag[] = []
  const submitted = header(mail, 'auto-submitted')?.trim().toLowerCase() ?? ''
  if (submitted.startsWith('auto-replied') || header(mail, 'x-autoreply') !== undefined)
    flags.push('autoReply')
  if (isEncrypted(mail)) flags.push('encrypted')
  if (mail.read === 'partly' || (isCutOff && mail.read === 'whole')) flags.push('partlyParsed')
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
