/** Mails that an archive took and returned later, as reports say that reach the organization's journal. */
import type { ArchiveMailId } from '@verbatim/contract/archive-mails.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import type { ReturnedMail } from '#kernel/captured-event.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { wake } from '#platform/work/wake.ts'
import { mostArchiveAttempts, unarchivedMails } from './attempts.ts'

/** A mail that was returned for a passing reason is sent again after this, within the attempts that each mail has. */
const againMs = 60 * minuteMs

/** The Message-IDs of our mails: the record, of a day the date after it, and the number of the mail about it. */
const ourId =
  /^<([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:\.(\d{4}-\d{2}-\d{2}))?\.r(\d{1,9})(?:\.p\d{1,9})?@/

/** A report, with the key of the message that it is. */
interface ReturnReport {
  readonly channel: Channel
  readonly messageKey: string
  readonly mails: readonly ReturnedMail[]
}

interface Reported {
  readonly key: string
  readonly record: string
  readonly day: string | null
  readonly revision: number
  readonly recipient: string
  readonly lasting: boolean
  readonly answer: string
}

/**
 * Notes what was returned: a mail waits for people, or is sent again if the reason may pass. Only who has a mail knows its
 * Message-ID, so no one else can say that it was returned. A report about one of our mails is itself archived a day
 * later: at once, it could be returned as well, and so on without end.
 * @returns How many mails were returned.
 */
export async function noteReturned(
  tx: TenantTx,
  reports: readonly ReturnReport[],
  now: Date,
): Promise<number> {
  const rows = reports.flatMap(({ messageKey, mails }) => mails.flatMap((one) => toReported(messageKey, one)))
  if (rows.length === 0) return 0
  const given = rowsOf<Reported>(
    {
      key: 'text',
      record: 'uuid',
      day: 'date',
      revision: 'integer',
      recipient: 'text',
      lasting: 'boolean',
      answer: 'text',
    },
    rows,
  )
  const { rows: found } = await sql<{ id: ArchiveMailId; key: string }>`
    with given as (select * from ${given}), about as (
      select mail.id, given.* from given join archive_mail mail on mail.message_id = given.record
        and mail.revision = given.revision where given.day is null
      union all
      select mail.id, given.* from given join archive_mail mail on mail.ref = given.record::text
        and mail.event = 'membership' where given.day is null
      union all
      select mail.id, given.* from given join archive_mail mail on mail.conversation_id = given.record
        and mail.day = given.day and mail.revision = given.revision and mail.event = 'day'
    ), failed as (
      select id, array_agg(distinct recipient) as recipients, bool_or(lasting) as lasting, min(answer) as answer
      from about group by id
    ), noted as (
      update archive_mail mail set problem = 'returned', answer = failed.answer, parts_accepted = 0, refused = '{}',
        state = case when failed.lasting or mail.attempts >= ${mostArchiveAttempts} then 'failed' else 'deferred' end,
        due_at = ${new Date(now.getTime() + againMs)}, lease_until = null,
        finished_at = case when failed.lasting or mail.attempts >= ${mostArchiveAttempts} then ${now}::timestamptz end,
        recipients = nullif(array(
          select address from archiving settings, unnest(settings.journal_recipients) address
          where lower(address) = any(failed.recipients)
            or mail.problem = 'returned' and address = any(mail.recipients)), '{}')
      from failed where failed.id = mail.id
        and (mail.state = 'accepted' or mail.problem = 'returned' and mail.state in ('failed', 'deferred'))
      returning mail.id
    )
    select about.key, noted.id from about left join noted on noted.id = about.id`.execute(tx)
  const keys = [...new Set(found.map(({ key }) => key))]
  if (keys.length === 0) return 0
  const channels = [...new Set(reports.map(({ channel }) => channel))]
  await sql`update archive_mail mail set state = 'deferred', due_at = ${new Date(now.getTime() + dayMs)}
    from message where message.id = mail.message_id and message.channel = any(${channels}::text[])
      and message.message_key = any(${keys}::text[])
      and mail.state = 'queued' and mail.attempts = 0`.execute(tx)
  await wake(tx, unarchivedMails)
  return new Set(found.flatMap(({ id }) => id ?? [])).size
}

function toReported(key: string, { messageId, recipient, lasting, answer }: ReturnedMail): Reported[] {
  const [, record, day, revision] = ourId.exec(messageId) ?? []
  if (record === undefined || (day !== undefined && Number.isNaN(Date.parse(day)))) return []
  return [
    {
      key,
      record,
      day: day ?? null,
      revision: Math.min(Number(revision), 2 ** 31 - 1),
      recipient,
      lasting,
      answer,
    },
  ]
}
