import PostalMime, { type Address, addressParser, type Email } from 'postal-mime'
import { htmlText } from './html-text.ts'
import { mailDate } from './mail-date.ts'
import { asText, headerEnd, shownName, withoutStructure, withReadableHead } from './raw-head.ts'

export interface Mailbox {
  readonly name?: string
  readonly address: string
}

export interface MailPart {
  readonly name?: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** A mail as far as it can be read: plain data, so that another thread may do the reading. */
export interface Mail {
  /** In order, names lower case, values unfolded. A header may stand there without a value. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
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
  /** Whether the text had to be taken from HTML, because the mail has no other or only a stub of it. */
  readonly fromHtml: boolean
  readonly parts: readonly MailPart[]
  /** `partly`: something is only in the raw bytes. `not`: these are not even headers. */
  readonly read: 'whole' | 'partly' | 'not'
}

const maxParts = 1000
/** Of all parts together. */
const maxHeaderBytes = 1_048_576
const maxDepth = 64
/** How much of a mail that resists is shown as text; all of it is in the record. */
const maxFallbackBytes = 262_144

/**
 * Reads a mail, however malformed. Never throws and drops nothing in silence: what passes the limits on parts,
 * depth and headers stays in the raw bytes only, and the mail says that it was read `partly`.
 * Mails inside the mail are parts, with their exact bytes.
 */
export async function readMail(bytes: Uint8Array): Promise<Mail> {
  try {
    const reader = new NamedTextKeeper({
      forceRfc822Attachments: true,
      maxNestingDepth: maxDepth,
      maxHeadersSize: maxHeaderBytes,
    })
    const mail = toMail(await reader.parse(withReadableHead(bytes)))
    if (mail.headers.length === 0) return unreadable(bytes)
    return lostItsParts(mail) ? await readTop(bytes) : mail
  } catch {
    return await readTop(bytes)
  }
}

export function header(mail: Mail, name: string): string | undefined {
  return mail.headers.find((one) => one.name === name)?.value
}

/** Announced as many parts, found to have none: a boundary that never comes, as some mailers made them. */
function lostItsParts(mail: Mail): boolean {
  const isMultipart = /^\s*multipart\//i.test(header(mail, 'content-type') ?? '')
  return isMultipart && mail.text === undefined && !mail.fromHtml && mail.parts.length === 0
}

/** A text part as the parser sees it while it decides between body and attachment. */
interface TextNode {
  readonly contentType: { readonly parsed: { readonly value: string } }
  readonly contentDisposition: {
    readonly parsed: { readonly value: string; readonly params: Readonly<Record<string, string | undefined>> }
  }
}

/**
 * The parser with one decision of its own: it joins every inline text into the body, and so would lose the names of
 * files that mailers show inline. A text that comes after the first and is named is a file.
 */
class NamedTextKeeper extends PostalMime {
  #hasBody = false

  isInlineTextNode({ contentType, contentDisposition }: TextNode): boolean {
    const { value, params } = contentDisposition.parsed
    const isText = /^text\/(?:plain|html)$/.test(contentType.parsed.value) && value !== 'attachment'
    const isFile = this.#hasBody && Boolean(params.filename)
    if (isText && !isFile) this.#hasBody = true
    return isText && !isFile
  }
}

/** For mails beyond the limits: the headers as far as they are allowed, and the beginning of the rest as it is. */
async function readTop(bytes: Uint8Array): Promise<Mail> {
  const head = bytes.subarray(0, maxFallbackBytes)
  const end = headerEnd(head)
  const text = asText(head.subarray(end))
  try {
    const mail = toMail(await PostalMime.parse(withoutStructure(withReadableHead(head.subarray(0, end)))))
    return mail.headers.length > 0 ? { ...mail, ...(text && { text }), read: 'partly' } : unreadable(bytes)
  } catch {
    return unreadable(bytes)
  }
}

/** Bytes without a single header. Where they are text at all, it is shown. */
function unreadable(bytes: Uint8Array): Mail {
  const nobody = { headers: [], to: [], cc: [], bcc: [], references: [], parts: [], fromHtml: false } as const
  const text = bytes.includes(0) ? '' : asText(bytes.subarray(0, maxFallbackBytes))
  return { ...nobody, read: 'not', ...(text && { text }) }
}

function toMail(email: Email): Mail {
  const from = mailboxes(email.from)[0]
  const sender = mailboxes(email.sender)[0]
  const messageId = ownId(email.messageId)
  const references = ids(email.references)
  const inReplyTo = answeredId(email.inReplyTo) ?? references.at(-1)
  const date = mailDate(valueOf(email, 'date')) ?? receivedDate(email)
  const body = bodyOf(email)
  return {
    headers: headersOf(email),
    ...(from && { from }),
    ...(sender && { sender }),
    to: mailboxes(email.to),
    cc: mailboxes(email.cc),
    bcc: mailboxes(email.bcc),
    ...(email.subject && { subject: email.subject }),
    ...(messageId && { messageId }),
    references,
    ...(inReplyTo && { inReplyTo }),
    ...(date && { date }),
    ...body,
    parts: email.attachments.slice(0, maxParts).map(toPart),
    read: email.attachments.length > maxParts ? 'partly' : 'whole',
  }
}

/** Lines without a colon are none, nor is an mbox separator. */
function headersOf(email: Email): Mail['headers'] {
  return email.headers
    .filter(({ key }, at) => /^[!-9;-~]+$/.test(key) && email.headerLines[at]?.line.includes(':'))
    .map(({ key, value }) => ({ name: shownName(key), value }))
}

/**
 * What its reader saw. Senders put stubs ("view this in your browser") beside the HTML that matters, and what
 * is searched and examined must be what was shown: so the text part counts only if it says at least half as much.
 */
function bodyOf(email: Email): { text?: string; fromHtml: boolean } {
  const plain = email.text ?? ''
  const shown = email.html ? htmlText(email.html) : ''
  const fromHtml = shown !== '' && letters(plain) * 2 < letters(shown)
  const text = (fromHtml ? shown : plain).replaceAll('\r\n', '\n').trimEnd()
  return { ...(text && { text }), fromHtml }
}

const letters = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').length

function toPart(attachment: Email['attachments'][number]): MailPart {
  const { content } = attachment
  return {
    ...(attachment.filename && { name: attachment.filename }),
    type: attachment.mimeType,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content),
  }
}

/** One or many addresses, groups resolved into their members, those without an address left out. */
function mailboxes(addresses: Address | readonly Address[] | undefined): Mailbox[] {
  const all = addresses === undefined ? [] : 'name' in addresses ? [addresses] : addresses
  return all
    .flatMap((one) => (one.group ? one.group : [one]))
    .filter(({ address }) => address)
    .map(({ name, address }) => ({ address, ...(name && { name }) }))
}

/** The mailboxes of an address as written in a header or a report. */
export function parseMailboxes(written: string): Mailbox[] {
  return mailboxes(addressParser(written))
}

/** The message ids of a header, with their brackets; words around them are no ids. */
function ids(written: string | undefined): string[] {
  const found = written?.match(/<[^<>]+>/g)?.map((id) => id.replace(/\s+/g, ''))
  return found ?? written?.split(/[\s,]+/).filter((word) => word.includes('@')) ?? []
}

/** Its own id; whatever else a program put there serves as one. */
function ownId(written: string | undefined): string | undefined {
  return ids(written)[0] ?? (written?.trim().replace(/\s+/g, ' ') || undefined)
}

/** Old programs wrote `Message from Ann <ann@…> of "…" <id>`: there the id stands last. */
function answeredId(written: string | undefined): string | undefined {
  const found = ids(written)
  return written?.trim().startsWith('<') ? found[0] : found.at(-1)
}

function valueOf(email: Email, name: string): string | undefined {
  return email.headers.find(({ key }) => key === name)?.value
}

/** When the first server on its way noted it: the last `Received` header, after its semicolon. */
function receivedDate(email: Email): Date | undefined {
  const hops = email.headers.filter(({ key }) => key === 'received')
  for (const { value } of hops.toReversed()) {
    const date = mailDate(value.slice(value.lastIndexOf(';') + 1))
    if (date) return date
  }
  return undefined
}
