import { contentFacts } from '@verbatim/contract/content-facts.ts'
import { contentWord, deletionText, flagTexts } from '@verbatim/contract/content-words.ts'
import type { ContactId, MessageId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { momentOf } from '#domains/messages/moments.ts'
import type { OtherText } from '#kernel/captured-event.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Row } from '#platform/work/due-rows.ts'
import {
  conversationFacts,
  type ConversationFacts,
  findPeople,
  type Known,
  type Most,
  toConversation,
} from './people.ts'
import type { ArchiveRecord, Participant } from './record.ts'

/** What a mail is about, as its row says. */
export type Queued = Pick<Row<'archive_mail'>, 'message_id' | 'event' | 'ref' | 'revision'>
/** About a message. */
export type AboutMessage = Queued & { readonly message_id: MessageId }

export type RecordWithoutFiles = Omit<ArchiveRecord, 'attachments' | 'moreRecipients'> & {
  /** It has more recipients than these. */
  readonly isCrowded: boolean
}

/** Texts that are read together take no more than this, but for a single mail with more. */
const mostBytes = 8 * 1024 * 1024

interface Facts extends ConversationFacts {
  place: number
  message_id: MessageId
  channel: ArchiveRecord['channel']
  direction: ArchiveRecord['direction']
  author_address: string
  author_name: string | null
  author_user_id: UserId | null
  author_contact_id: ContactId | null
  subject: string | null
  body: string | null
  others: readonly OtherText[] | null
  posted_at: Date
  captured_at: Date
  sha256: Buffer | null
  at: Date | null
  noted_at: Date | null
  actor: string | null
  payload: {
    readonly action?: string
    readonly value?: string
    readonly part?: number
    readonly scope?: string
    readonly state?: string
    readonly errorCode?: string
  } | null
  version: string | null
  before: string | null
  content_type: string
  structured: Record<string, unknown> | null
  /** Of an edit that changes it: the content other than text after it, and before. */
  new_structured: Record<string, unknown> | null
  old_structured: Record<string, unknown> | null
  flags: string[]
  answered_id: MessageId | null
  answered_body: string | null
}

/**
 * What mails about messages state, without files, read by four statements for all of them.
 * @returns In the order of the mails; it ends early if their texts are large, but never before the first.
 */
export async function readFacts(
  tx: TenantTx,
  mails: readonly AboutMessage[],
  most?: Most,
): Promise<RecordWithoutFiles[]> {
  const rows = await findFacts(tx, mails)
  const people = await findPeople(tx, rows, most)
  return rows.map((row, index) => {
    const mail = mails[index]
    if (!mail || row.place !== index) throw new Error('The message of a mail is gone')
    return recordOf(mail, row, people.of(row))
  })
}

/** The number of a version; of a message that was completed, with the record that did (`queueArchiveMails`). */
export function versionOf(ref: string): number {
  const [, version] = /^(\d+)(?: [0-9a-f-]{36})?$/.exec(ref) ?? []
  if (version === undefined) throw new Error('A mail is about no version of its message')
  return Number(version)
}

const placeOf = (version: string) =>
  sql`(${momentOf(sql.ref(`${version}.at`), sql.ref(`${version}.sequence`))}, ${sql.ref(`${version}.revision`)})`
const isBefore = sql`${placeOf('earlier')} < ${placeOf('version')}`
const latestFirst = sql`${placeOf('earlier')} desc`

/** Records are many. Under row-level security their index is asked for a `case`, and for no `coalesce`. */
async function findFacts(tx: TenantTx, mails: readonly AboutMessage[]): Promise<Facts[]> {
  const given = mails.map(({ message_id: id, event, ref }, place) => {
    const isVersion = event === 'message' || event === 'edit'
    return {
      place,
      message: id,
      event,
      version: isVersion ? versionOf(ref) : null,
      event_id: isVersion ? null : ref,
    }
  })
  const columns = { place: 'int', message: 'uuid', event: 'text', version: 'smallint', event_id: 'uuid' }
  const { rows } = await sql<Facts>`
    select * from (
      select found.*, sum(coalesce(octet_length(found.body), 0) + coalesce(octet_length(found.version), 0)
        + coalesce(octet_length(found.before), 0) + coalesce(octet_length(found.answered_body), 0)
        + coalesce(octet_length(found.others::text), 0)) over (order by place) as bytes
      from (
        select given.place, message.id as message_id, message.channel, message.direction,
          ${conversationFacts}, message.author_address, message.author_name,
          message.author_user_id, message.author_contact_id, message.subject, message.body, message.posted_at, case when given.event = 'message' then message.others end as others, message.captured_at, kept.sha256,
          coalesce(version.at, event.at) as at, coalesce(version.captured_at, event.captured_at) as noted_at,
          coalesce(event.actor_address, case when given.event = 'receipt' then event.payload #>> '{recipient,value}' end) as actor,
          event.payload, version.body as version, before.body as before, version.structured as new_structured,
          case when version.structured is not null then coalesce((
            select earlier.structured from message_revision earlier where earlier.tenant_id = message.tenant_id
              and earlier.message_id = message.id and ${isBefore} and earlier.structured is not null
            order by ${latestFirst} limit 1), message.structured) end as old_structured,
          message.content_type, message.structured, message.flags,
          answered.id as answered_id, answered.body as answered_body
        from ${rowsOf(columns, given)}
        join message on message.id = given.message
        join conversation on conversation.tenant_id = message.tenant_id and conversation.id = message.conversation_id
        left join message_revision version on version.tenant_id = message.tenant_id and version.message_id = message.id
          and version.revision = given.version
        left join lateral (select earlier.body from message_revision earlier where earlier.tenant_id = message.tenant_id
          and earlier.message_id = message.id and ${isBefore} order by ${latestFirst} limit 1) before on true
        left join message_event event on event.tenant_id = message.tenant_id and event.id = given.event_id
        left join lateral (select id, body from message other where other.tenant_id = message.tenant_id
          and other.channel = message.channel and other.message_key = message.reply_to_key
          union all select other.id, other.body from message_alias alias
            join message other on other.tenant_id = alias.tenant_id and other.id = alias.message_id
            where alias.tenant_id = message.tenant_id and alias.channel = message.channel
              and alias.alias = message.reply_to_key
          limit 1) answered on given.event = 'message'
        left join message_record kept on kept.tenant_id = message.tenant_id
          and kept.id = case when version.record_id is not null then version.record_id
            when event.record_id is not null then event.record_id else message.record_id end
      ) found
    ) sized
    where place = 0 or bytes <= ${mostBytes} order by place`.execute(tx)
  if (rows.length === 0) throw new Error('The message of a mail is gone')
  return rows
}

function recordOf(
  mail: AboutMessage,
  row: Facts,
  { author, sender, recipients, isCrowded }: Known,
): RecordWithoutFiles {
  const { message_id: id, event, revision } = mail
  const members = [author, ...recipients.map(asDisplayed(row.structured))]
  return {
    recordId: id,
    revision,
    event: archived(event),
    channel: row.channel,
    direction: row.direction,
    conversation: toConversation(row),
    sender,
    recipients: members.filter(({ address }) => address !== sender.address),
    isCrowded,
    ...timesOf(event, row),
    ...textsOf(event, row),
    ...contentOf(event, row),
    ...(revision > 1 && { previous: { recordId: id, revision: revision - 1 } }),
    sha256: row.sha256?.toString('hex') ?? '',
  }
}

/** An older record says only that its mail shows someone, in its To or its Cc. */
function asDisplayed(structured: Facts['structured']): (one: Participant) => Participant {
  const given = structured?.displayedRecipients
  const displayed = new Set(Array.isArray(given) ? given.map((one) => mailIdentity(String(one)).value) : [])
  return (one) => {
    const isDisplayed = one.addressing === 'recipient' && displayed.has(one.address)
    return isDisplayed ? { ...one, addressing: 'to' } : one
  }
}

function timesOf(event: Queued['event'], row: Facts): Pick<ArchiveRecord, 'at' | 'capturedAt'> {
  if (event === 'message') return { at: row.posted_at, capturedAt: row.captured_at }
  return { at: row.at ?? row.posted_at, capturedAt: row.noted_at ?? row.captured_at }
}

function textsOf(
  event: Queued['event'],
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
  const on = payload?.part ? ` (on part ${payload.part})` : ''
  return { text: said, ...(isAdded && { reaction: `${payload.value}${on}` }) }
}

/** The times in the mail say these. */
const timely = new Set(['late', 'clockSkew'])
/** Words of other content, which the mail has as its lines. */
const inDetails: ReadonlySet<string> = new Set(['content', 'card'])

/** What a message holds besides its text. */
function contentOf(
  event: Queued['event'],
  row: Facts,
): Pick<ArchiveRecord, 'kind' | 'marks' | 'others' | 'details' | 'answers' | 'deletion' | 'detailsBefore'> {
  const { content_type: type, structured, flags, answered_id: answered, answered_body: text, payload } = row
  if (event === 'delete') return { deletion: deletionText(payload?.scope ?? '') }
  if (event === 'edit') return contentOfEdit(row)
  if (event !== 'message') return {}
  const details = linesOf(structured)
  const marks = flags.filter((flag) => !timely.has(flag))
  const others = row.others?.filter(({ kind }) => !inDetails.has(kind)) ?? []
  return {
    ...(type !== 'text' && { kind: contentWord(type) }),
    ...(marks.length > 0 && { marks: flagTexts(marks) }),
    ...(others.length > 0 && { others }),
    ...(details && { details }),
    ...(answered && { answers: { recordId: answered, text } }),
  }
}

function contentOfEdit({
  new_structured: now,
  old_structured: before,
}: Facts): Pick<ArchiveRecord, 'details' | 'detailsBefore'> {
  const [details, detailsBefore] = [linesOf(now), linesOf(before)]
  return now && details !== detailsBefore ? { details, detailsBefore } : {}
}

const linesOf = (structured: Record<string, unknown> | null) =>
  contentFacts(structured ?? {})
    .map(([label, value]) => `${label}: ${value}`)
    .join('\n')

function archived(event: Queued['event']): ArchiveRecord['event'] {
  if (event === 'day') throw new TypeError('The mail of a day is about no single message')
  return event
}
