import type { ArchiveMailId } from '@verbatim/contract/archive-mails.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/rows.ts'

/** A thing that goes into the mail of its conversation and day. */
export interface Bundled {
  readonly id: ArchiveMailId
  readonly conversation_id: ConversationId
  readonly day: string
}

/** A mail with more gets no further ones: they go into the next mail about the day. */
const mostItems = 500
/** What comes late waits for more of the same day; and what a channel delivers just after midnight is still in time. */
const grace = sql`interval '15 minutes'`

/**
 * Puts things into the mail of their conversation and day, which is due once the day is over. What comes after the mail was
 * first tried goes into a supplement: the content of a mail never changes.
 */
export async function bundle(
  tx: TenantTx,
  things: readonly Bundled[],
  { zone, now }: { readonly zone: string; readonly now: Date },
): Promise<void> {
  const ids = things.map(({ id }) => id)
  const wanted = sql`(select distinct conversation_id, day from archive_mail where id = any(${ids}::uuid[])) wanted`
  // The lock makes a worker that is about to take the mail wait until the things are in it.
  const { rows: open } = await sql<Bundled>`
    select mail.id, mail.conversation_id, mail.day from archive_mail mail join ${wanted} using (conversation_id, day)
    where mail.event = 'day' and mail.takes = 0 and mail.items < ${mostItems} for update of mail`.execute(tx)
  const openIds = open.map(({ id }) => id)
  const { rows: added } = await sql<Bundled>`
    insert into archive_mail (conversation_id, day, event, ref, revision, due_at, created_at)
    select wanted.conversation_id, wanted.day, 'day', wanted.day::text, ${nextNumber('wanted')},
      greatest(day_starts(wanted.day + 1, ${zone}), ${now}) + ${grace}, ${now}
    from ${wanted}
    where not exists (select from archive_mail mail where mail.id = any(${openIds}::uuid[])
      and mail.conversation_id = wanted.conversation_id and mail.day = wanted.day)
    returning id, conversation_id, day`.execute(tx)
  const mails = [...open, ...added].map(({ id }) => id)
  await sql`
    with filled as (
      update archive_mail item set day_mail_id = mail.id from archive_mail mail
      where item.id = any(${ids}::uuid[]) and mail.id = any(${mails}::uuid[])
        and mail.conversation_id = item.conversation_id and mail.day = item.day
      returning item.day_mail_id
    )
    update archive_mail mail set items = mail.items + counted.items
    from (select day_mail_id, count(*)::int as items from filled group by 1) counted
    where mail.id = counted.day_mail_id`.execute(tx)
}

/** The number of the next mail about a conversation and day. */
const nextNumber = (of: string) => sql`1 + coalesce((select max(other.revision) from archive_mail other
  where other.event = 'day' and other.conversation_id = ${sql.ref(`${of}.conversation_id`)}
    and other.day = ${sql.ref(`${of}.day`)}), 0)`

/** Moves things from a mail of a day that is too large into the next one, which is due at once. */
export async function moveToNext(
  tx: TenantTx,
  mailId: ArchiveMailId,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const next = await sql<{ id: ArchiveMailId }>`
    insert into archive_mail (conversation_id, day, event, ref, revision, items, takes, due_at, created_at)
    select mail.conversation_id, mail.day, 'day', mail.ref, ${nextNumber('mail')}, ${ids.length}, 1, ${now}, ${now}
    from archive_mail mail where mail.id = ${mailId} returning id`.execute(tx)
  await sql`update archive_mail set day_mail_id = ${onlyRow(next).id} where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  await sql`update archive_mail set items = items - ${ids.length} where id = ${mailId}`.execute(tx)
}
