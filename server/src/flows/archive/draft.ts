import { createHash } from 'node:crypto'
import type { Channel } from '@verbatim/contract/channels.ts'
import { eachOnce, mostRecipients, namedIn } from './addressed.ts'
import { type Body, bodyOf, dayBodyOf, otherTextsOf, plainOf, recipientsFile } from './body.ts'
import { labels } from './journal.ts'
import { addressOf, daySubjectOf, messageIdOf, nameOf, subjectOf } from './names.ts'
import { bytesWithin, encodedSize, type WholeFile } from './parts.ts'
import type { ArchiveDay, ArchivedFile, ArchiveForm, ArchiveRecord, Participant } from './record.ts'

/** What mails state, before it is known how many there are. */
export interface Draft {
  readonly recordId: string
  readonly revision: number
  readonly channel: Channel
  readonly conversationId: string
  readonly sender: Participant
  readonly recipients: readonly Participant[]
  /** The others, whom its head does not name. */
  readonly further: readonly Participant[]
  readonly at: Date
  readonly subject: string
  readonly headers: Readonly<Record<string, string>>
  /** The Message-IDs of the mails before it. */
  readonly before: readonly string[]
  /** The Message-ID of the mail about the message that this one answers. */
  readonly answered: readonly string[]
  readonly body: Body
  readonly files: readonly WholeFile[]
}

export function draftOf(given: ArchiveRecord, form: ArchiveForm): Draft {
  const { record, files: texts } = withSmallText(given, form.maxBytes)
  const { files, notes } = filesOf(
    record.attachments.map((file) => ({ ...file, recordId: record.recordId })),
    form,
  )
  const { recordId, revision, channel, conversation, previous, sender, recipients, at } = record
  const { moreRecipients: further = [] } = record
  const crowd = crowdOf({ named: recipients, further }, channel, form)
  return {
    recordId,
    revision,
    channel,
    conversationId: conversation.id,
    sender,
    recipients,
    further,
    at,
    subject: subjectOf(record),
    headers: {
      ...headersOf(record),
      'X-Conv-Event': record.event,
      'X-Conv-Direction': record.direction,
      'X-Conv-Record': recordId,
      'X-Conv-Revision': String(revision),
      'X-Conv-Sha256': record.sha256,
      ...(previous && { 'X-Conv-Prev': `${previous.recordId}.r${previous.revision}` }),
      ...relayOf(channel, form),
    },
    before: previous ? [messageIdOf(previous, form.tenantHost)] : [],
    // The first mail about a message is its own.
    answered: record.answers ? [messageIdOf({ ...record.answers, revision: 1 }, form.tenantHost)] : [],
    body: bodyOf(record, {
      people: namedIn(recipients, form),
      more: crowd.more,
      timeZone: form.timeZone,
      notes,
    }),
    files: [...texts, ...crowd.files, ...files],
  }
}

/** The mail of a day is from the first person who wrote, to everyone else of that day. Its date is that of the first thing in it. */
export function draftOfDay(day: ArchiveDay, form: ArchiveForm): Draft {
  const { conversation, channel, date, number, records } = day
  const [{ sender, at }] = records
  const { people, further } = peopleOf(day)
  const others = people.filter(({ address }) => address !== sender.address)
  const crowd = crowdOf({ named: others, further }, channel, form)
  const recordId = `${conversation.id}.${date}`
  // Two messages may have files of one name.
  const attachments = records.flatMap((record, index) =>
    record.attachments.map((file) => ({
      ...file,
      name: `${String(index + 1).padStart(3, '0')}-${file.name}`,
      recordId: record.recordId,
    })),
  )
  const { files, notes } = filesOf(attachments, form)
  const fileNotes = files.map(({ name }) => `File: ${name}. The number before its name is that of its entry.`)
  const body = dayBodyOf(day, {
    people: namedIn(people, form),
    more: crowd.more,
    timeZone: form.timeZone,
    notes: [...fileNotes, ...notes],
  })
  const long = isLongText(plainOf(body), form.maxBytes)
  const transcript = long ? [textFile('conversation', plainOf({ ...body, notes: [] }))] : []
  const texts = long ? [['Entries', `They are in the file “conversation.txt”.`] as const] : body.texts
  const hash = createHash('sha256')
  for (const record of records) hash.update(`${record.recordId}.r${record.revision} ${record.sha256}\n`)
  return {
    recordId,
    revision: number,
    channel,
    conversationId: conversation.id,
    sender,
    recipients: others,
    further,
    at,
    subject: daySubjectOf(day, people),
    headers: {
      ...headersOf(day),
      'X-Conv-Event': 'conversation_day',
      'X-Conv-Day': date,
      'X-Conv-Record': recordId,
      'X-Conv-Revision': String(number),
      'X-Conv-Sha256': hash.digest('hex'),
      ...(number > 1 && { 'X-Conv-Prev': `${recordId}.r${number - 1}` }),
      ...relayOf(channel, form),
    },
    before: number > 1 ? [messageIdOf({ recordId, revision: number - 1 }, form.tenantHost)] : [],
    answered: [],
    body: { ...body, texts },
    files: [...transcript, ...crowd.files, ...files],
  }
}

/** Those whom the head of a mail of a day names, its sender first, and the others. */
function peopleOf({ records }: ArchiveDay): {
  people: readonly Participant[]
  further: readonly Participant[]
} {
  const named = records.flatMap((record) => [record.sender, ...record.recipients])
  const head = eachOnce(named).slice(0, mostRecipients)
  const inHead = new Set(head.map(({ address }) => address))
  const all = eachOnce([...named, ...records.flatMap(({ moreRecipients = [] }) => moreRecipients)])
  return {
    people: all.filter(({ address }) => inHead.has(address)),
    further: all.filter(({ address }) => !inHead.has(address)),
  }
}

interface Crowd {
  readonly named: readonly Participant[]
  readonly further: readonly Participant[]
}

/** A file with all recipients that the mail may name, if its head does not have all of them; and how many it lacks. */
function crowdOf(
  { named, further }: Crowd,
  channel: Channel,
  form: ArchiveForm,
): { more: number; files: WholeFile[] } {
  const more = namedIn(further, form).length
  if (more === 0) return { more, files: [] }
  const lines = namedIn([...named, ...further], form).map(
    (one) => `${labels[one.addressing ?? 'to']}: ${nameOf(one)} <${addressOf(one, channel, form)}>\n`,
  )
  return { more, files: [textFile(recipientsFile, lines.join(''))] }
}

const headersOf = ({
  channel,
  conversation,
}: Pick<ArchiveRecord, 'channel' | 'conversation'>): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  'X-Conv-Channel': channel,
  'X-Conv-Id': conversation.id,
  'X-Conv-Type': conversation.isGroup ? 'group' : 'direct',
})

const relayOf = (channel: Channel, { format }: ArchiveForm) =>
  format === 'global_relay' ? { 'X-GlobalRelay-MsgType': channel } : {}

/** A text that would fill a mail becomes a file, which can be cut; so do all other texts together. */
function withSmallText(record: ArchiveRecord, maxBytes: number) {
  const { answers, others = [] } = record
  const files: WholeFile[] = []
  const isLong = (text: string | null | undefined): text is string => isLongText(text ?? '', maxBytes)
  const move = (name: string, text: string) => {
    files.push(textFile(name, text))
    return `The text is in the file “${name}.txt”.`
  }
  const moved = (['text', 'original', 'details', 'detailsBefore'] as const).flatMap((key) => {
    const text = record[key]
    return isLong(text) ? [[key, move(textNames[key], text)] as const] : []
  })
  const otherTexts = otherTextsOf(others)
    .map(([heading, text]) => `${heading}:\n${text}`)
    .join('\n\n')
  const moveOthers = () => {
    const text = move('other-texts', otherTexts)
    return { others: [...new Set(others.map(({ kind }) => kind))].map((kind) => ({ kind, text })) }
  }
  const small: ArchiveRecord = {
    ...record,
    ...Object.fromEntries(moved),
    ...(answers && isLong(answers.text) && { answers: { ...answers, text: move('answered', answers.text) } }),
    ...(isLong(otherTexts) && moveOthers()),
  }
  return { record: small, files }
}

/** Four such texts fit into a mail in both forms of its body. */
const isLongText = (text: string, maxBytes: number) => Buffer.byteLength(text) > Math.floor(maxBytes / 32)
const textNames = {
  text: 'message',
  original: 'original',
  details: 'content',
  detailsBefore: 'original-content',
} as const

function textFile(name: string, text: string): WholeFile {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    name: `${name}.txt`,
    type: 'text/plain; charset=utf-8',
    sizeBytes: bytes.byteLength,
    sha256,
    read: async () => bytes,
  }
}

/** The files to send, and what is said about those that are not in the mail. */
function filesOf(
  attachments: readonly (ArchivedFile & Pick<ArchiveRecord, 'recordId'>)[],
  { oversize, maxBytes, linkOf }: ArchiveForm,
) {
  const files: WholeFile[] = []
  const notes: string[] = []
  let room = bytesWithin(maxBytes / 2)
  for (const { name, type, sizeBytes, content, recordId } of attachments) {
    if ('missing' in content) notes.push(missingNote({ name, sizeBytes }, content.missing))
    else if (oversize === 'link' && encodedSize(sizeBytes) > room) {
      const about = `${sizeBytes} bytes, SHA-256 ${content.sha256}`
      notes.push(`The file “${name}” is too large for this mail: ${about}. It is kept at ${linkOf(recordId)}`)
    } else {
      files.push({ name, type, sizeBytes, ...content })
      room -= encodedSize(sizeBytes)
    }
  }
  return { files, notes }
}

const missingNote = ({ name, sizeBytes }: Pick<ArchivedFile, 'name' | 'sizeBytes'>, why: string) =>
  `The file “${name}” (${sizeBytes} bytes) is not in this mail: ${why}`
