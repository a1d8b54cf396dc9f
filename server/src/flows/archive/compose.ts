import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer'
import type { Options } from 'nodemailer/lib/mailer'
import { addressed, isHidden, namedIn } from './addressed.ts'
import { type Body, htmlOf, plainOf } from './body.ts'
import { type Draft, draftOf, draftOfDay } from './draft.ts'
import { wrapInJournal } from './journal.ts'
import { addressOf, messageIdOf, nameOf, rootIdOf } from './names.ts'
import { encodedSize, intoParts, type Piece, type WholeFile } from './parts.ts'
import type { ArchiveDay, ArchiveForm, ArchiveMail, ArchiveRecord, Participant } from './record.ts'

/** What the headers and the boundaries of a mail take, at most, beside its participants. */
const reservedBytes = 8 * 1024
/** A larger mail than this is never asked for: less leaves no room for files. */
export const leastMailBytes = 256 * 1024

/**
 * The mails about one revision: one, or numbered parts if it is larger than the receiver takes. The bytes depend only on the
 * record and the form, so an attempt after a crash sends the same mail.
 */
export const compose = (record: ArchiveRecord, form: ArchiveForm): ArchiveMail[] =>
  composeDraft(form, () => draftOf(record, form))

/** The same for everything of a conversation and day. */
export const composeDay = (day: ArchiveDay, form: ArchiveForm): ArchiveMail[] =>
  composeDraft(form, () => draftOfDay(day, form))

function composeDraft(form: ArchiveForm, draw: () => Draft): ArchiveMail[] {
  if (form.maxBytes < leastMailBytes) throw new RangeError('The largest mail is too small')
  const draft = draw()
  const { body, files } = draft
  // The text is in the mail twice, and each of its bytes may take three.
  const bodySize = 3 * (Buffer.byteLength(plainOf(body)) + Buffer.byteLength(htmlOf(body)))
  const head = headSize(draft) + reportSize(draft, form)
  const later = form.maxBytes - reservedBytes - head
  const around = reservedBytes + head + bodySize
  const parts = intoParts(files, { first: later - bodySize, later })
  const read = readerOfPieces()
  return parts.map((pieces, index) => {
    const said = pieces.flatMap(({ note }) => (note === undefined ? [] : [note]))
    const part = index + 1
    const shown =
      part === 1 ? { ...body, notes: [...body.notes, ...said] } : { ...body, texts: [], notes: said }
    return {
      messageId: messageIdOf(draft, form.tenantHost, part),
      part,
      parts: parts.length,
      mostBytes: pieces.reduce((sum, { sizeBytes }) => sum + encodedSize(sizeBytes), around),
      build: async () => {
        const attached: Attached[] = []
        for (const piece of pieces) attached.push({ ...piece, content: await read(piece) })
        return mailOf(draft, form, { body: shown, attached, part, parts: parts.length })
      },
    }
  })
}

/** A file is read once for all of its pieces, which follow each other, and is then let go. */
function readerOfPieces() {
  let last: { readonly file: WholeFile; readonly bytes: Uint8Array } | undefined
  return async ({ file, start, sizeBytes }: Piece): Promise<Buffer> => {
    if (last?.file !== file) {
      last = undefined
      last = { file, bytes: await file.read() }
    }
    const { buffer, byteOffset } = last.bytes
    return Buffer.from(buffer, byteOffset + start, sizeBytes)
  }
}

/** Each participant is in the headers, and in a journal report besides. */
const headSize = ({ sender, recipients }: Draft) =>
  [sender, ...recipients].reduce(
    (size, { name, address, mail = '' }) => size + 4 * Buffer.byteLength(name + address + mail) + 256,
    0,
  )

/** Hidden recipients are in a journal report alone, however many they are: the file of recipients is in the mail, which hides them. */
const onlyReported = ({ further }: Draft, { format }: ArchiveForm) =>
  format === 'journal_wrapped' ? further.filter(isHidden) : []

/** What the report takes for them: a sign of an address takes three bytes at most, and its label and line end less than 32. */
const reportSize = (draft: Draft, form: ArchiveForm) =>
  onlyReported(draft, form).reduce(
    (size, one) => size + 3 * Buffer.byteLength(addressOf(one, draft.channel, form)) + 32,
    0,
  )

type Attached = Pick<Piece, 'name' | 'type'> & { readonly content: Buffer }
interface Part {
  readonly body: Body
  readonly attached: readonly Attached[]
  readonly part: number
  readonly parts: number
}

async function mailOf(draft: Draft, form: ArchiveForm, part: Part): Promise<Buffer> {
  const { tenantHost } = form
  const { recordId, revision, before } = draft
  const messageId = messageIdOf(draft, tenantHost, part.part)
  const root = rootIdOf(draft.conversationId, tenantHost)
  const head = part.part > 1 ? [messageIdOf(draft, tenantHost)] : []
  const mail = (participant: Participant) => ({
    name: oneLine(nameOf(participant)),
    address: addressOf(participant, draft.channel, form),
  })
  const suffix = part.parts > 1 ? ` (part ${part.part} of ${part.parts})` : ''
  const subject = oneLine(`${draft.subject}${suffix}`)
  const { to, cc, bcc, delivered } = addressed(namedIn(draft.recipients, form))
  const raw = await build(`${recordId}.r${revision}.p${part.part}`, {
    from: mail(draft.sender),
    to: to.map(mail),
    cc: cc.map(mail),
    bcc: [...bcc, ...delivered].map(mail),
    subject,
    messageId,
    date: draft.at,
    inReplyTo: head[0] ?? before[0] ?? draft.answered[0] ?? root,
    references: [root, ...draft.answered, ...before, ...head],
    headers: {
      ...draft.headers,
      ...(part.parts > 1 && { 'X-Conv-Part': `${part.part}/${part.parts}` }),
    },
    text: plainOf(part.body),
    html: htmlOf(part.body),
    textEncoding: 'quoted-printable',
    attachments: part.attached.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
      contentTransferEncoding: 'base64',
    })),
  })
  if (form.format !== 'journal_wrapped') return raw
  const outer = wrapInJournal({
    raw,
    messageId,
    subject,
    date: draft.at,
    sender: mail(draft.sender).address,
    recipients: [...draft.recipients, ...onlyReported(draft, form)].map((one) => ({
      address: mail(one).address,
      addressing: one.addressing,
    })),
    form,
  })
  const report = await build(`${recordId}.r${revision}.p${part.part}.journal`, outer)
  // The mail composer leaves out a header without a value.
  return Buffer.concat([Buffer.from('X-MS-Journal-Report:\r\n'), report])
}

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ')

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
  const composed = new MailComposer(mail as Options).compile()
  // The only receiver is an archive, which must not lose them.
  composed.keepBcc = true
  return composed.build()
}
