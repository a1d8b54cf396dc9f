import {
  type ArchivedMail,
  type ArchiveMailState,
  archiveMailList,
  type listArchiveMails,
  type summarizeArchiving,
} from '@verbatim/contract/archive-mails.ts'
import { type Archiving, type ArchivingSettings, archivingLimits } from '@verbatim/contract/archiving.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, columnsIn, column } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import type { ArchiveMailTable } from '#schema/archiving.ts'
import { findBackFill } from './back-fill.ts'
import { type ArchivingRow, findArchiving } from './find.ts'
import { type ArchiveOutage, findOutage } from './outages.ts'

/** The settings, without the password. */
export async function readArchiving(tx: TenantTx): Promise<Archiving> {
  const row = await findArchiving(tx)
  if (!row) return { version: 0 }
  const backFill = await findBackFill(tx)
  const trouble = troubleOf(row, await findOutage(tx))
  return {
    version: row.version,
    ...(backFill && { backFill }),
    settings: {
      mode: row.mode,
      ...(row.started_at && { startedAt: row.started_at.toISOString() }),
      host: row.host,
      port: row.port,
      security: row.security,
      signIn: row.sign_in,
      user: row.user_name,
      hasPassword: row.password_sealed !== null,
      tokenUrl: row.token_url,
      clientId: row.client_id,
      scope: row.scope,
      hasRefreshToken: row.refresh_sealed !== null,
      fromAddress: row.from_address,
      journalRecipients: row.journal_recipients,
      summaryRecipients: row.summary_recipients,
      delivery: row.delivery_mode,
      alsoEvents: row.also_events,
      format: row.format,
      participantAddress: row.participant_address,
      maxMailMb: row.max_mail_mb,
      oversize: row.oversize,
      channels: row.channels,
      groupIds: row.group_ids,
      ...(trouble && { trouble }),
    },
  }
}

/** What the receiver last failed with; or, if it answers and takes no mail, what it last said, once people were notified of that. */
function troubleOf(row: ArchivingRow, outage: ArchiveOutage | undefined): ArchivingSettings['trouble'] {
  const { problem, answer, problem_at: at, paused_until: pausedUntil } = row
  if (problem && at)
    return {
      problem,
      at: at.toISOString(),
      since: (outage?.began_at ?? at).toISOString(),
      ...(answer !== null && { answer }),
      ...(pausedUntil && { pausedUntil: pausedUntil.toISOString() }),
    }
  if (!outage?.notified_at || !outage.failed_at) return undefined
  return {
    problem: outage.problem,
    at: outage.failed_at.toISOString(),
    since: outage.began_at.toISOString(),
    ...(outage.answer !== null && { answer: outage.answer }),
  }
}

/** A bundled row is no mail: its day has one. */
type MailRow = Selectable<ArchiveMailTable> & { readonly state: ArchiveMailState }
type Field = keyof typeof archiveMailList.fields

const columns = columnsIn<MailRow>()(archiveMailList.fields, 'mail', {
  createdAt: column('mail.created_at', 'timestamptz'),
  messageId: column('mail.message_id', 'uuid'),
})

export async function findArchiveMails(
  tx: TenantTx,
  actor: Actor,
  { list: query, saysAbout }: InputOf<typeof listArchiveMails>['query'],
  now: Date,
): Promise<Page<ArchivedMail>> {
  const page = await findPage<MailRow, Field>(
    tx,
    {
      spec: archiveMailList,
      columns,
      select: sql`mail.*`,
      from: sql`archive_mail mail`,
      where: allOf([sql`mail.state <> 'bundled'`]),
      tie: sql`mail.id`,
    },
    query,
    now,
  )
  const ids = saysAbout ? page.items.flatMap(({ message_id: id }) => id ?? []) : []
  const abouts = await findAbouts(tx, actor, ids)
  return {
    ...page,
    items: page.items.map((row) => {
      const about = row.message_id && abouts.get(row.message_id)
      return { ...toMail(row), ...(about && { about }) }
    }),
  }
}

const mostWords = 80

/** What messages are about: their subjects, or first words. Only of those that the actor may read, and has stated a purpose for. */
async function findAbouts(
  tx: TenantTx,
  { permissions, purpose, scope }: Actor,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, string>> {
  if (ids.length === 0 || !permissions.has('messages.view') || purpose === 'missing') return new Map()
  const { rows } = await sql<{ id: MessageId; about: string | null }>`
    select message.id, coalesce(nullif(btrim(message.subject), ''), left(message.body, ${5 * mostWords})) as about
    from message where message.id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}`.execute(tx)
  return new Map(rows.map(({ id, about }) => [id, firstWords(about ?? '')]))
}

function firstWords(text: string): string {
  const letters = Array.from(text.replaceAll(/\s+/g, ' ').trim())
  return letters.length > mostWords ? `${letters.slice(0, mostWords).join('').trimEnd()}…` : letters.join('')
}

/** @throws Failure `archiving.unknown-mail` */
export async function requireArchiveMail(tx: TenantTx, id: ArchivedMail['id']): Promise<ArchivedMail> {
  const { rows } = await sql<MailRow>`
    select * from archive_mail where id = ${id} and state <> 'bundled'`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('archiving.unknown-mail')
  return toMail(row)
}

function toMail(row: MailRow): ArchivedMail {
  const isWaiting = row.state === 'queued' || row.state === 'deferred'
  return {
    id: row.id,
    ...(row.message_id && { messageId: row.message_id }),
    ...(row.conversation_id && { conversationId: row.conversation_id }),
    ...(row.day && { day: { date: row.day, items: row.items, number: row.revision } }),
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at.toISOString(),
    refusedRecipients: row.recipients ?? [],
    ...(isWaiting && { dueAt: row.due_at.toISOString() }),
    ...(row.finished_at && { finishedAt: row.finished_at.toISOString() }),
    ...(row.queue_id !== null && { queueId: row.queue_id }),
    ...(row.problem !== null && { problem: row.problem }),
    ...(row.answer !== null && { answer: row.answer }),
  }
}

/** The states of mails, the worst first; `none` is no mail. */
const states = ['none', 'failed', 'deferred', 'queued', 'bundled', 'accepted']

/**
 * Messages that are to be archived, with the state of their mail, or of that of their day; of one with several versions, or of which more
 * was mailed later, the worst state.
 */
const archivable = (from: Date, before?: Date) => sql`(
  select message.id, message.captured_at,
    case when exists (select from message_revision version where ${isOf('version')}) or exists (${furtherMails(sql``)})
      then ${worstState} else coalesce(day.state, mail.state) end as state
  from archiving join message on message.tenant_id = archiving.tenant_id
    and message.captured_at >= greatest(archiving.counted_from, ${from}::timestamptz)
    and (${before}::timestamptz is null or message.captured_at < ${before}::timestamptz)
    and (archiving.channels = '{}' or message.channel = any(archiving.channels))
    and (archiving.group_ids = '{}' or message.group_ids && archiving.group_ids)
  left join archive_mail mail on ${isOf('mail')} and mail.event = 'message' and mail.ref = '1'
  left join archive_mail day on day.tenant_id = mail.tenant_id and day.id = mail.day_mail_id
  where archiving.started_at is not null
) archivable`

const isOf = (alias: string) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = message.tenant_id and ${sql.ref(`${alias}.message_id`)} = message.id`

/** Those about additions to a message. */
const furtherMails = (columns: RawBuilder<unknown>) => sql`
  select ${columns} from archive_mail more
  left join archive_mail whole on whole.tenant_id = more.tenant_id and whole.id = more.day_mail_id
  where ${isOf('more')} and more.event = 'message' and more.ref <> '1'`

/** Of the mails about the versions of a message, the first of which has a row only once there is a second one, and about additions. */
const worstState = sql`(
  select nullif((array_agg(of.state order by array_position(${states}::text[], of.state)))[1], 'none')
  from (
    select coalesce(whole.state, one.state, 'none') as state
    from (select 1 as revision union select revision from message_revision version where ${isOf('version')}) version
    left join archive_mail one on ${isOf('one')} and one.ref = version.revision::text
      and one.event = case version.revision when 1 then 'message' else 'edit' end
    left join archive_mail whole on whole.tenant_id = one.tenant_id and whole.id = one.day_mail_id
    union all ${furtherMails(sql`coalesce(whole.state, more.state)`)}
  ) of)`

const counts = sql`count(*)::int as captured, count(state)::int as queued,
  (count(*) filter (where state = 'accepted'))::int as accepted, (count(*) filter (where state = 'failed'))::int as failed`

export interface DayCounts {
  readonly captured: number
  readonly queued: number
  readonly accepted: number
  readonly failed: number
  /** Those that are not accepted, the oldest first; a state of null is no mail. */
  readonly differences: readonly { readonly id: MessageId; readonly state: string | null }[]
}

/** Messages captured on a day of UTC. */
export async function countDay(tx: TenantTx, day: string, most: number): Promise<DayCounts> {
  const from = new Date(day)
  const before = new Date(from.getTime() + dayMs)
  const counted = await sql<Omit<DayCounts, 'differences'>>`
    select ${counts} from ${archivable(from, before)}`.execute(tx)
  const { rows: differences } = await sql<DayCounts['differences'][number]>`
    select id, state from ${archivable(from, before)} where state is distinct from 'accepted'
    order by captured_at, id limit ${most}`.execute(tx)
  return { ...onlyRow(counted), differences }
}

export async function summarize(tx: TenantTx, now: Date): Promise<OutputOf<typeof summarizeArchiving>> {
  const { summaryDays, differences: most } = archivingLimits
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const from = new Date(today - (summaryDays - 1) * dayMs)
  const { rows: days } = await sql<OutputOf<typeof summarizeArchiving>['days'][number]>`
    select to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts}
    from ${archivable(from)} group by 1 order by 1 desc`.execute(tx)
  const { rows: lacking } = await sql<{ id: MessageId }>`
    select id from ${archivable(from)} where state is null or state = 'failed'
    order by captured_at desc, id limit ${most}`.execute(tx)
  return { days, differences: lacking.map(({ id }) => id) }
}
