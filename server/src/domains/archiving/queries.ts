import {
  type ArchivedMail,
  type ArchiveMailState,
  archiveMailList,
  type listArchiveMails,
} from '@verbatim/contract/archive-mails.ts'
import type { Archiving, ArchivingSettings } from '@verbatim/contract/archiving.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { type Selectable, sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, columnsIn, column } from '#platform/list/sql.ts'
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

export const mailColumns = columnsIn<MailRow>()(archiveMailList.fields, 'mail', {
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
      columns: mailColumns,
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
