/** What is to be archived against its mails, by day. Source: docs/decisions/0185. */
import type { summarizeArchiving } from '@verbatim/contract/archive-mails.ts'
import { type ArchiveEvent, archivingLimits } from '@verbatim/contract/archiving.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'
import { onlyRow } from '#platform/rows.ts'
import { type ArchivingRow, findArchiving } from './find.ts'

type Summary = OutputOf<typeof summarizeArchiving>

/** An entry that the archive has not accepted; a state of null is no mail. */
export interface Difference {
  readonly event: ArchiveEvent
  readonly message_id: MessageId | null
  /** Of a change of members, which is about no message. */
  readonly conversation_id: ConversationId | null
  readonly state: string | null
}

export interface DayCounts {
  readonly captured: number
  readonly queued: number
  readonly accepted: number
  readonly failed: number
  /** The oldest first. */
  readonly differences: readonly Difference[]
}

/** Entries captured on a day of UTC. */
export const countDay = (tx: TenantTx, day: string, most: number): Promise<DayCounts> => {
  const from = new Date(day)
  return countBetween(tx, [from, new Date(from.getTime() + dayMs)], most)
}

/** Those of the days before it that the screen shows with it, whose own summaries have been sent. */
export const countEarlier = (tx: TenantTx, day: string, most: number): Promise<DayCounts> => {
  const before = new Date(day)
  return countBetween(
    tx,
    [new Date(before.getTime() - (archivingLimits.summaryDays - 1) * dayMs), before],
    most,
  )
}

type Times = readonly [from: Date, before?: Date]

const nothing: DayCounts = { captured: 0, queued: 0, accepted: 0, failed: 0, differences: [] }

async function countBetween(tx: TenantTx, times: Times, most: number): Promise<DayCounts> {
  const entries = entriesOf(await findArchiving(tx), times)
  if (!entries) return nothing
  const counted = await sql<Omit<DayCounts, 'differences'>>`select ${counts} from ${entries}`.execute(tx)
  const { rows: differences } = await sql<Difference>`
    select event, message_id, conversation_id, state from ${entries} where state is distinct from 'accepted'
    order by captured_at, message_id, ref limit ${most}`.execute(tx)
  return { ...onlyRow(counted), differences }
}

export async function summarize(tx: TenantTx, now: Date): Promise<Summary> {
  const { summaryDays, differences: most } = archivingLimits
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const entries = entriesOf(await findArchiving(tx), [new Date(today - (summaryDays - 1) * dayMs)])
  if (!entries) return { days: [], differences: [], conversations: [] }
  const { rows: days } = await sql<Summary['days'][number]>`
    select to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD') as day, ${counts}
    from ${entries} group by 1 order by 1 desc`.execute(tx)
  const { rows: lacking } = await sql<Pick<Difference, 'message_id' | 'conversation_id'>>`
    select message_id, conversation_id from ${entries} where state is null or state = 'failed'
    group by message_id, conversation_id order by max(captured_at) desc, message_id, conversation_id limit ${most}`.execute(
    tx,
  )
  return {
    days,
    differences: lacking.flatMap(({ message_id: id }) => id ?? []),
    conversations: lacking.flatMap(({ conversation_id: id }) => id ?? []),
  }
}

const counts = sql`count(*)::int as captured, count(state)::int as queued,
  (count(*) filter (where state = 'accepted'))::int as accepted, (count(*) filter (where state = 'failed'))::int as failed`

/**
 * Messages and changes that are to be archived, with the state of their mail, or of that of their day. Each is of the day that it was
 * captured on, whenever its message was. An addition to a message is no entry of its own: of all mails about it, the worst state counts.
 * The settings are values in it, because by them the planner knows how much of a long history is asked for.
 * @returns Undefined while archiving is off.
 */
export function entriesOf(settings: ArchivingRow | undefined, times: Times): RawBuilder<unknown> | undefined {
  if (!settings?.started_at) return undefined
  const { counted_from: since, membership_from: membersSince, receipt_from: receiptsSince } = settings
  const within = (alias: string, extraSince?: Date | null) =>
    isWithin(alias, times, extraSince ?? since, since)
  const chosen = (alias: string) => isChosen(alias, settings)
  // A status without a state says nothing of the delivery, and gets no mail.
  const happened = (kinds: readonly string[], extraSince?: Date | null) => sql`
    select event.captured_at, ${eventOf}, event.id::text, event.message_id, null, ${stateOfMail}
    from message_event event join message on message.tenant_id = event.tenant_id and message.id = event.message_id and ${chosen('message')}
    ${joinMail('event', sql`mail.message_id = event.message_id and mail.event = ${eventOf} and mail.ref = event.id::text`)}
    where event.kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))}) and ${within('event', extraSince)}
      and event.payload ->> 'state' is distinct from ''`
  const arms = [
    sql`
    select message.captured_at, 'message' as event, '1' as ref, message.id as message_id, null::uuid as conversation_id,
      case when exists (${furtherMails(sql``)}) then ${worstState} else ${stateOfMail} end as state
    from message
    ${joinMail('message', sql`mail.message_id = message.id and mail.event = 'message' and mail.ref = '1'`)}
    where ${within('message')} and ${chosen('message')}`,
    sql`
    select version.captured_at, 'edit', version.revision::text, version.message_id, null, ${stateOfMail}
    from message_revision version
    join message on message.tenant_id = version.tenant_id and message.id = version.message_id and ${chosen('message')}
    ${joinMail('version', sql`mail.message_id = version.message_id and mail.event = 'edit' and mail.ref = version.revision::text`)}
    where version.revision > 1 and ${within('version')}`,
    happened(['delete', 'reaction']),
    ...(settings.also_events.includes('receipt') ? [happened(['status'], receiptsSince)] : []),
    ...(settings.also_events.includes('membership')
      ? [
          sql`
    select event.captured_at, 'membership', event.id::text, null, event.conversation_id, ${stateOfMail}
    from message_event event
    join conversation on conversation.tenant_id = event.tenant_id and conversation.id = event.conversation_id and ${chosen('conversation')}
    ${joinMail('event', sql`mail.event = 'membership' and mail.ref = event.id::text`)}
    where event.kind = 'membership' and ${within('event', membersSince)}`,
        ]
      : []),
  ]
  return sql`(${sql.join(arms, sql` union all `)}) entries`
}

const eventOf = sql`case event.kind when 'status' then 'receipt' else event.kind end`

function isWithin(alias: string, [from, before]: Times, ...since: readonly Date[]) {
  const at = sql.ref(`${alias}.captured_at`)
  const first = new Date(Math.max(...[from, ...since].map((one) => one.getTime())))
  return before ? sql`${at} >= ${first} and ${at} < ${before}` : sql`${at} >= ${first}`
}

/** A message or conversation of the channels and groups that are archived. */
const isChosen = (alias: string, { channels, group_ids: groups }: ArchivingRow) =>
  allOf([
    ...(channels.length > 0 ? [sql<boolean>`${sql.ref(`${alias}.channel`)} = any(${channels})`] : []),
    ...(groups.length > 0 ? [sql<boolean>`${sql.ref(`${alias}.group_ids`)} && ${groups}::uuid[]`] : []),
  ])

const joinMail = (alias: string, isAbout: RawBuilder<unknown>) => sql`
  left join archive_mail mail on mail.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and ${isAbout}
  left join archive_mail day on day.tenant_id = mail.tenant_id and day.id = mail.day_mail_id`
const stateOfMail = sql`coalesce(day.state, mail.state)`

/** Those about additions to a message. */
const furtherMails = (columns: RawBuilder<unknown>) => sql`
  select ${columns} from archive_mail more
  left join archive_mail whole on whole.tenant_id = more.tenant_id and whole.id = more.day_mail_id
  where more.tenant_id = message.tenant_id and more.message_id = message.id and more.event = 'message' and more.ref <> '1'`

/** The states of mails, the worst first; `none` is no mail. */
const states = ['none', 'failed', 'deferred', 'queued', 'bundled', 'accepted']

const worstState = sql`(
  select nullif((array_agg(of.state order by array_position(${states}::text[], of.state)))[1], 'none')
  from (
    select coalesce(${stateOfMail}, 'none') as state
    union all ${furtherMails(sql`coalesce(whole.state, more.state)`)}
  ) of)`
