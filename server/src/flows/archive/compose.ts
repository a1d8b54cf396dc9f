import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Options } from 'nodemailer/lib/mailer'
import { type Body, bodyOf, htmlOf, plainOf } from './body.ts'
import { wrapInJournal } from './journal.ts'
import { addressOf, messageIdOf, nameOf, rootIdOf, subjectOf } from './names.ts'
import { bytesWithin, encodedSize, intoParts, type Piece, type WholeFile } from './parts.ts'
import type { ArchiveForm, ArchiveMail, ArchivedFile, ArchiveRecord } from './record.ts'

/** What the headers and the boundaries of a mail take, at most, beside its participants. */
const reservedBytes = 8 * 1024
/** A larger mail than this is never asked for: less leaves no room for files. */
export const leastMailBytes = 256 * 1024

/**
 * The mails about one revision: one, or numbered parts if it is larger than the receiver takes. The bytes depend only on the
 * record and the form, so an attempt after a crash sends the same mail.
 */
export async function compose(record: ArchiveRecord, form: ArchiveForm): Promise<ArchiveMail[]> {
  if (form.maxBytes < leastMailBytes) throw new RangeError('The largest mail is too small')
  const whole = withSmallText(record, form.maxBytes)
  const { files, notes } = filesOf(whole, form)
  const body = (more: readonly string[]) => bodyOf(whole.record, form.timeZone, [...notes, ...more])
  // The text is in the mail twice, and each of its bytes may take three.
  const bodySize = 3 * (Buffer.byteLength(plainOf(body([]))) + Buffer.byteLength(htmlOf(body([]))))
  const later = form.maxBytes - reservedBytes - headSize(record)
  const parts = intoParts(files, { first: later - bodySize, later })
  return Promise.all(
    parts.map(async (pieces, index) => {
      const said = pieces.flatMap(({ note }) => (note === undefined ? [] : [note]))
      const part = index + 1
      const shown: Body = part === 1 ? body(said) : { ...body(said), texts: [], notes: said }
      const raw = await mailOf(record, form, { body: shown, pieces, part, parts: parts.length })
      return { messageId: messageIdOf(record, form.tenantHost, part), part, parts: parts.length, raw }
    }),
  )
}

/** Each participant is in the headers, and in a journal report besides. */
const headSize = ({ sender, recipients }: ArchiveRecord) =>
  [sender, ...recipients].reduce(
    (size, { name, address, mail = '' }) => size + 4 * Buffer.byteLength(name + address + mail) + 256,
    0,
  )

interface Part {
  readonly body: Body
  readonly pieces: readonly Piece[]
  readonly part: number
  readonly parts: number
}

async function mailOf(record: ArchiveRecord, form: ArchiveForm, part: Part): Promise<Buffer> {
  const { tenantHost } = form
  const messageId = messageIdOf(record, tenantHost, part.part)
  const root = rootIdOf(record.conversation.id, tenantHost)
  const before = record.previous ? [messageIdOf(record.previous, tenantHost)] : []
  // The first mail about a message is its own.
  const answered = record.answers ? [messageIdOf({ ...record.answers, revision: 1 }, tenantHost)] : []
  const head = part.part > 1 ? [messageIdOf(record, tenantHost)] : []
  const mail = (participant: ArchiveRecord['sender']) => ({
    name: nameOf(participant).replaceAll(/[\p{Cc}\s]+/gu, ' '),
    address: addressOf(participant, record.channel, form),
  })
  const subject = subjectOf(record, part.part, part.parts)
  const raw = await build(`${record.recordId}.r${record.revision}.p${part.part}`, {
    from: mail(record.sender),
    to: record.recipients.map(mail),
    subject,
    messageId,
    date: record.at,
    inReplyTo: head[0] ?? before[0] ?? answered[0] ?? root,
    references: [root, ...answered, ...before, ...head],
    headers: headersOf(record, form, part),
    text: plainOf(part.body),
    html: htmlOf(part.body),
    textEncoding: 'quoted-printable',
    attachments: part.pieces.map(({ name, type, bytes }) => ({
      filename: name,
      contentType: type,
      content: Buffer.from(bytes),
      contentTransferEncoding: 'base64',
    })),
  })
  if (form.format !== 'journal_wrapped') return raw
  const outer = wrapInJournal({
    raw,
    messageId,
    subject,
    date: record.at,
    sender: mail(record.sender).address,
    recipients: record.recipients.map((one) => mail(one).address),
    form,
  })
  const report = await build(`${record.recordId}.r${record.revision}.p${part.part}.journal`, outer)
  // The mail composer leaves out a header without a value.
  return Buffer.concat([Buffer.from('X-MS-Journal-Report:\r\n'), report])
}

function headersOf(record: ArchiveRecord, form: ArchiveForm, { part, parts }: Part): Record<string, string> {
  const { conversation, previous } = record
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Conv-Channel': record.channel,
    'X-Conv-Id': conversation.id,
    'X-Conv-Type': conversation.group === undefined ? 'direct' : 'group',
    'X-Conv-Event': record.event,
    'X-Conv-Direction': record.direction,
    'X-Conv-Record': record.recordId,
    'X-Conv-Revision': String(record.revision),
    'X-Conv-Sha256': record.sha256,
    ...(previous && { 'X-Conv-Prev': `${previous.recordId}.r${previous.revision}` }),
    ...(parts > 1 && { 'X-Conv-Part': `${part}/${parts}` }),
    ...(form.format === 'global_relay' && { 'X-GlobalRelay-MsgType': record.channel }),
  }
}

/** The boundaries between parts are random in most mails; here they follow from the record. */
async function build(seed: string, options: Options): Promise<Buffer> {
  const baseBoundary = createHash('sha256').update(seed).digest('hex').slice(0, 24)
  const mail = {
    ...options,
    baseBoundary,
    boundaryPrefix: '--=_verbatim',
    newline: 'windows',
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  return new MailComposer(mail as Options).compile().build()
}

/** A text that would fill a mail becomes a file, which can be cut. */
function withSmallText(record: ArchiveRecord, maxBytes: number) {
  const most = Math.floor(maxBytes / 32)
  const long = (['text', 'original', 'details'] as const).filter(
    (key) => Buffer.byteLength(record[key] ?? '') > most,
  )
  const files = long.map((key): WholeFile => {
    const bytes = Buffer.from(record[key] ?? '')
    return { name: `${textNames[key]}.txt`, type: 'text/plain; charset=utf-8', bytes, sha256: hashOf(bytes) }
  })
  const said = Object.fromEntries(
    long.map((key) => [key, `The text is in the file “${textNames[key]}.txt”.`]),
  )
  return { record: { ...record, ...said }, files }
}

const textNames = { text: 'message', original: 'original', details: 'content' } as const
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The files to send, and what is said about those that are not in the mail. */
function filesOf({ record, files: texts }: ReturnType<typeof withSmallText>, form: ArchiveForm) {
  const files: WholeFile[] = [...texts]
  const notes: string[] = []
  let room = bytesWithin(form.maxBytes / 2)
  for (const { name, type, sizeBytes, content } of record.attachments) {
    if ('missing' in content) notes.push(missingNote({ name, sizeBytes }, content.missing))
    else if (form.oversize === 'link' && encodedSize(content.bytes.byteLength) > room) {
      const link = form.linkOf(record.recordId)
      notes.push(
        `The file “${name}” is too large for this mail: ${content.bytes.byteLength} bytes, SHA-256 ${content.sha256}. It is kept at ${link}`,
      )
    } else {
      files.push({ name, type, ...content })
      room -= encodedSize(content.bytes.byteLength)
    }
  }
  return { files, notes }
}

const missingNote = ({ name, sizeBytes }: Pick<ArchivedFile, 'name' | 'sizeBytes'>, why: string) =>
  `The file “${name}” (${sizeBytes} bytes) is not in this mail: ${why}`
