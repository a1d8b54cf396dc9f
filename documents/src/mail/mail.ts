import { type Address, addressParser } from 'postal-mime'
import { decodeText } from '#charset/decode.ts'
import { decodeWords, toPlainWords } from './encoded-words.ts'
import { bytesOf, contentOf, fileName } from './mail-body.ts'
import { mailDate } from './mail-date.ts'
import { type Budget, type Header, type MimePart, readMime, valueOf } from './mime.ts'
import type { OtherText } from './other-text.ts'

export interface Mailbox {
  readonly name?: string
  readonly address: string
}

export interface MailPart {
  readonly name?: string
  readonly type: string
  /** Whether programs that can show it display it with the text. */
  readonly isInline: boolean
  /** In a separate buffer. */
  readonly bytes: Uint8Array
}

/** The readable parts of a mail, as plain data, so that another thread can do the reading. */
export interface Mail {
  /** In order. A header may have no value. */
  readonly headers: readonly Header[]
  readonly from?: Mailbox
  readonly sender?: Mailbox
  readonly to: readonly Mailbox[]
  readonly cc: readonly Mailbox[]
  readonly bcc: readonly Mailbox[]
  readonly subject?: string
  /** With its angle brackets. */
  readonly messageId?: string
  readonly references: readonly string[]
  readonly inReplyTo?: string
  readonly date?: Date
  readonly text?: string
  /** Whether some of the text comes from HTML. */
  readonly fromHtml: boolean
  /** Texts that other programs may show instead of the text or next to it. */
  readonly others: readonly OtherText[]
  readonly bodySha256: string
  readonly parts: readonly MailPart[]
  /** `partly`: something is only in the raw bytes. `not`: these are not even headers. */
  readonly read: 'whole' | 'partly' | 'not'
}

const maxParts = 1000
/** For all parts together. */
const maxHeaderBytes = 1_048_576
/** More than a person reads, and little enough that searching and examining the text stay fast. */
const maxTextBytes = 8_388_608

/**
 * Reads any mail, even a malformed one. Never throws and drops nothing silently: content beyond the limits on parts, depth,
 * headers and text stays in the raw bytes only, and the mail is marked as read `partly`. Mails inside the mail are parts,
 * with their exact bytes.
 */
export function readMail(bytes: Uint8Array): Mail {
  const budget: Budget = {
    parts: maxParts,
    headerBytes: maxHeaderBytes,
    textBytes: maxTextBytes,
    exceeded: false,
  }
  const root = readMime(bytes, budget)
  if (root.headers.length === 0) return unreadable(bytes)

  const { files, others, ...body } = contentOf(root, budget)
  return {
    ...readHead(root.headers),
    ...body,
    others: [...otherSubjects(root.headers), ...others],
    parts: files.map(toPart),
    read: budget.exceeded ? 'partly' : 'whole',
  }
}

export function header(mail: Mail, name: string): string | undefined {
  return valueOf(mail.headers, name)
}

/** The mailboxes of an address as written in a header or a report: groups resolved, those without an address left out. */
export const parseMailboxes = (written: string): Mailbox[] =>
  parsePeople(written).flatMap(({ address, name }) => (address ? [{ address, ...(name && { name }) }] : []))

/** Everyone whom a list names, also those without a mailbox, who are only names or numbers. */
export const parsePeople = (written: string): Partial<Mailbox>[] =>
  addressParser(toPlainWords(written))
    .flatMap((one: Address) => (one.group ? one.group : [one]))
    .map(({ name, address }) => ({ ...(address && { address }), ...(name && { name }) }))

/** Bytes without a single header. If they are text, it is shown. */
function unreadable(bytes: Uint8Array): Mail {
  const people = { to: [], cc: [], bcc: [] }
  const empty = {
    headers: [],
    ...people,
    references: [],
    parts: [],
    others: [],
    bodySha256: '',
    fromHtml: false,
  }
  const text = bytes.includes(0) ? '' : decodeText(bytes.subarray(0, maxTextBytes))
  return { ...empty, read: 'not', ...(text && { text }) }
}

type Head = Omit<Mail, 'text' | 'fromHtml' | 'others' | 'bodySha256' | 'parts' | 'read'>

function readHead(headers: readonly Header[]): Head {
  const value = (name: string) => valueOf(headers, name) ?? ''
  const people = (name: string) =>
    headers.flatMap((one) => (one.name === name ? parseMailboxes(one.value) : []))
  const from = people('from')[0]
  const sender = people('sender')[0]
  const subject = decodeWords(value('subject'))
  const messageId = ownId(value('message-id'))
  const references = ids(value('references'))
  const inReplyTo = answeredId(value('in-reply-to')) ?? references.at(-1)
  const date = mailDate(value('date')) ?? receivedDate(headers)
  return {
    headers,
    ...(from && { from }),
    ...(sender && { sender }),
    to: people('to'),
    cc: people('cc'),
    bcc: people('bcc'),
    ...(subject && { subject }),
    ...(messageId && { messageId }),
    references,
    ...(inReplyTo && { inReplyTo }),
    ...(date && { date }),
  }
}

/** If there are several, some programs show the last. */
function otherSubjects(headers: readonly Header[]): OtherText[] {
  const [first, ...more] = headers.flatMap(({ name, value }) => (name === 'subject' ? [value] : []))
  return [...new Set(more)].flatMap((value) =>
    value === '' || value === first ? [] : [{ kind: 'outside', text: decodeWords(value) }],
  )
}

function toPart(part: MimePart): MailPart {
  const name = fileName(part)
  const isInline = part.disposition.value !== 'attachment'
  return { ...(name && { name }), type: part.type.value, isInline, bytes: new Uint8Array(bytesOf(part)) }
}

/** The message ids of a header, with their brackets; other words are not ids. */
function ids(written: string): string[] {
  const found = written.match(/<[^<>]+>/g)?.map((id) => id.replace(/\s+/g, ''))
  return found ?? written.split(/[\s,]+/).filter((word) => word.includes('@'))
}

/** Its own ID, or any other text that a program put there. */
function ownId(written: string): string | undefined {
  return ids(written)[0] ?? (written.trim().replace(/\s+/g, ' ') || undefined)
}

/** Old programs wrote `Message from Ann <ann@…> of "…" <id>`: there the id is last. */
function answeredId(written: string): string | undefined {
  const found = ids(written)
  return written.trim().startsWith('<') ? found[0] : found.at(-1)
}

/** When the first server on its way noted it: the last `Received` header, after its semicolon. */
function receivedDate(headers: readonly Header[]): Date | undefined {
  for (const { name, value } of headers.toReversed()) {
    const date = name === 'received' ? mailDate(value.slice(value.lastIndexOf(';') + 1)) : undefined
    if (date) return date
  }
  return undefined
}
