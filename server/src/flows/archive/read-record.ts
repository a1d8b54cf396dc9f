import { contentFacts, contentWord, deletionText, flagTexts } from '@verbatim/contract/content-words.ts'
import type { ConversationId, MessageId, TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { findPeople } from './people.ts'
import { readMembership } from './read-membership.ts'
import type { ArchivedFile, ArchiveRecord } from './record.ts'

type Queued = Pick<Row<'archive_mail'>, 'message_id' | 'event' | 'ref' | 'revision'>
/** About a message. */
type Mail = Queued & { readonly message_id: MessageId }
type Attachment = Row<'attachment'>

/** What a mail states; `pending` while a file of the message is still being fetched. */
export async function readRecord(
  { db, blobs }: { readonly db: Db; readonly blobs: Pick<Blobs, 'get'> },
  tenantId: TenantId,
  mail: Queued,
): Promise<ArchiveRecord | 'pending'> {
  if (!isOfMessage(mail)) return inTenant(db, tenantId, (tx) => readMembership(tx, mail.ref))
  const { record, files } = await inTenant(db, tenantId, async (tx) => ({
    record: await readFacts(tx, mail),
    files: mail.event === 'message' ? await findFiles(tx, mail) : [],
  }))
  if (files.some(({ state }) => state === 'pending')) return 'pending'
  const attachments: ArchivedFile[] = []
  for (const file of files) attachments.push(await readFile(blobs, tenantId, file))
  return { ...record, attachments }
}

const isOfMessage = (mail: Queued): mail is Mail => mail.message_id !== null

const findFiles = (tx: TenantTx, { message_id: id }: Mail): Promise<Attachment[]> =>
  tx.selectFrom('attachment').selectAll().where('message_id', '=', id).orderBy('ordinal').execute()

async function readFile(
  blobs: Pick<Blobs, 'get'>,
  tenantId: TenantId,
  file: Attachment,
): Promise<ArchivedFile> {
  const { sha256, gap_reason: reason } = file
  const about = {
    name: file.name ?? `file ${file.ordinal + 1}`,
    type: file.mime_detected ?? file.mime_declared ?? 'application/octet-stream',
    sizeBytes: Number(file.size_bytes ?? 0),
  }
  if (!sha256) return { ...about, content: { missing: reason ?? 'It was not received.' } }
  const bytes = await blobs.get(tenantId, sha256)
  return { ...about, content: { bytes, sha256: sha256.toString('hex') } }
}

interface Facts {
  channel: ArchiveRecord['channel']
  direction: string
  conversation_id: ConversationId
  conversation_type: string
  title: string | null
  author_address: string
  author_name: string | null
  subject: string | null
  body: string | null
  posted_at: Date
  captured_at: Date
  sha256: Buffer | null
  at: Date | null
  noted_at: Date | null
  actor: string | null
  payload: {
    readonly action?: string
    readonly value?: string
    readonly scope?: string
    readonly state?: string
    readonly errorCode?: string
    readonly recipient?: { readonly value?: string }
  } | null
  version: string | null
  before: string | null
  content_type: string
  structured: Record<string, unknown> | null
  flags: string[]
  answered_id: MessageId | null
  answered_body: string | null
}

async function readFacts(tx: TenantTx, mail: Mail): Promise<Omit<ArchiveRecord, 'attachments'>> {
  const { message_id: id, event, ref, revision } = mail
  const version = event === 'message' || event === 'edit' ? Number(ref) : null
  const eventId = version === null ? ref : null
  const { rows } = await sql<Facts>`
    select message.channel, message.direction, message.conversation_id, conversation.type as conversation_type,
      conversation.title, message.author_address, message.author_name, message.subject, message.body, message.posted_at,
      message.captured_at, kept.sha256, coalesce(version.at, event.at) as at,
      coalesce(version.captured_at, event.captured_at) as noted_at, event.actor_address as actor, event.payload,
      version.body as version, before.body as before, message.content_type, message.structured, message.flags,
      answered.id as answered_id, answered.body as answered_body
    from message
    join conversation on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
    left join message_revision version on version.tenant_id = message.tenant_id and version.message_id = message.id
      and version.revision = ${version}::smallint
    left join message_revision before on before.tenant_id = message.tenant_id and before.message_id = message.id
      and before.revision = ${version}::smallint - 1
    left join message_event event on event.tenant_id = message.tenant_id and event.id = ${eventId}::uuid
    left join lateral (select id, body from message other where other.tenant_id = message.tenant_id
      and other.channel = message.channel and other.message_key = message.reply_to_key
      union all select other.id, other.body from message_alias alias
        join message other on other.tenant_id = alias.tenant_id and other.id = alias.message_id
        where alias.tenant_id = message.tenant_id and alias.channel = message.channel
          and alias.alias = message.reply_to_key
      limit 1) answered on ${event} = 'message'
    left join message_record kept on kept.tenant_id = message.tenant_id
      and kept.id = coalesce(version.record_id, event.record_id, message.record_id)
    where message.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The message of a mail is gone')
  const people = await findPeople(tx, id, row.conversation_id)
  const author = people.of(row.author_address, row.author_name)
  const members = [author, ...people.recipients]
  const by = row.actor ?? (event === 'receipt' ? row.payload?.recipient?.value : undefined)
  const sender = by ? people.of(by, null) : author
  return {
    recordId: id,
    revision,
    event: archived(event),
    channel: row.channel,
    direction: row.direction === 'outbound' ? 'outbound' : 'inbound',
    conversation: {
      id: row.conversation_id,
      group: row.conversation_type === 'group' ? (row.title ?? 'a group') : undefined,
    },
    sender,
    recipients: members.filter(({ address }) => address !== sender.address),
    ...timesOf(event, row),
    ...textsOf(event, row),
    ...contentOf(event, row),
    ...(revision > 1 && { previous: { recordId: id, revision: revision - 1 } }),
    sha256: row.sha256?.toString('hex') ?? '',
  }
}

function timesOf(event: Mail['event'], row: Facts): Pick<ArchiveRecord, 'at' | 'capturedAt'> {
  if (event === 'message') return { at: row.posted_at, capturedAt: row.captured_at }
  return { at: row.at ?? row.posted_at, capturedAt: row.noted_at ?? row.captured_at }
}

function textsOf(
  event: Mail['event'],
  { version, before, body, subject, payload }: Facts,
): Pick<ArchiveRecord, 'text' | 'original' | 'reaction' | 'statement'> {
  // The first version has a row only once there is a second one.
  const text = version ?? body
  const said = subject ? `${subject}\n\n${text ?? ''}` : text
  if (event === 'delete') return { text: null, original: said }
  if (event === 'receipt') {
    const { state = 'unknown', errorCode } = payload ?? {}
    return { text: said, statement: errorCode ? `${state} (error ${errorCode})` : state }
  }
  if (event === 'edit') return { text: said, original: before }
  const isAdded = payload?.action === 'add' && payload.value !== undefined
  return { text: said, ...(isAdded && { reaction: payload.value }) }
}

/** The times in the mail say these. */
const timely = new Set(['late', 'clockSkew'])

/** What a message holds besides its text. */
function contentOf(
  event: Mail['event'],
  { content_type: type, structured, flags, answered_id: answered, answered_body: text, payload }: Facts,
): Pick<ArchiveRecord, 'kind' | 'marks' | 'details' | 'answers' | 'deletion'> {
  if (event === 'delete') return { deletion: deletionText(payload?.scope ?? '') }
  if (event !== 'message') return {}
  const facts = contentFacts(structured ?? {})
  const marks = flags.filter((flag) => !timely.has(flag))
  return {
    ...(type !== 'text' && { kind: contentWord(type) }),
    ...(marks.length > 0 && { marks: flagTexts(marks) }),
    ...(facts.length > 0 && { details: facts.map(([label, value]) => `${label}: ${value}`).join('\n') }),
    ...(answered && { answers: { recordId: answered, text } }),
  }
}

function archived(event: Mail['event']): ArchiveRecord['event'] {
  if (event === 'day') throw new TypeError('The mail of a day is about no single message')
  return event
}
