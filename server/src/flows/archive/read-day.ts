import type { TenantId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { moveToNext } from '#domains/archiving/day-commands.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'
import type { Row } from '#platform/work/due-rows.ts'
import { openRecords } from './read-record.ts'
import type { ArchiveDay, ArchiveRecord, Participant } from './record.ts'

interface DayContext extends DbContext {
  readonly blobs: Pick<Blobs, 'get'>
}
type Mail = Row<'archive_mail'>
interface Item extends Mail {
  readonly bytes: number
}

/** More files go into the next mail about the day. One message always fits. */
const mostBytes = 64 * 1024 * 1024

/** What the mail of a day states, in the order of the things in it; `pending` while one of their files is still being fetched. */
export async function readDay(
  ctx: DayContext,
  tenantId: TenantId,
  mail: Mail,
): Promise<ArchiveDay | 'pending'> {
  const items = await inTenant(ctx.db, tenantId, async (tx) => {
    await sql`select id from archive_mail where id = ${mail.id} for update`.execute(tx)
    const found = await findItems(tx, mail)
    if (found === 'pending') return found
    const fitting = found.slice(0, countFitting(found))
    const others = found.slice(fitting.length).map(({ id }) => id)
    if (others.length > 0) await moveToNext(tx, mail.id, others, ctx.now())
    return fitting
  })
  if (items === 'pending') return items
  const records: ArchiveRecord[] = []
  const further = new Set<string>()
  const readRecord = openRecords(ctx, tenantId, items)
  for (const item of items) {
    const record = await readRecord(item)
    if (record === 'pending') return record
    records.push(
      record.moreRecipients ? { ...record, moreRecipients: unseen(record.moreRecipients, further) } : record,
    )
  }
  const [first, ...others] = records.toSorted(byTime)
  if (!first) throw new Error('The mail of a day has nothing in it')
  const { channel } = first
  // What it is about may be in another conversation by now: the ids of its mails, and their numbers, stay those of its own.
  const conversation = { ...first.conversation, id: mail.conversation_id ?? first.conversation.id }
  return { conversation, channel, date: mail.ref, number: mail.revision, records: [first, ...others] }
}

/** Those whom no earlier entry has: a group of a thousand is in each of five hundred entries. */
function unseen(people: readonly Participant[], seen: Set<string>): Participant[] {
  return people.filter(({ address, addressing = 'to' }) => {
    const before = seen.size
    return seen.add(`${addressing} ${address}`).size > before
  })
}

async function findItems(tx: TenantTx, { id }: Mail): Promise<Item[] | 'pending'> {
  const { rows } = await sql<Item & { is_pending: boolean }>`
    select item.*, coalesce(file.bytes, 0)::float8 as bytes, coalesce(file.is_pending, false) as is_pending
    from archive_mail item
    left join lateral (
      select sum(size_bytes) as bytes, bool_or(state = 'pending') as is_pending from attachment
      where item.event in ('message', 'edit') and attachment.tenant_id = item.tenant_id and attachment.message_id = item.message_id
    ) file on true
    where item.day_mail_id = ${id} order by item.created_at, item.message_id, item.revision, item.id`.execute(
    tx,
  )
  return rows.some(({ is_pending: isPending }) => isPending) ? 'pending' : rows
}

/** How many of the first items fit into a mail. */
function countFitting(items: readonly Item[]): number {
  let sum = 0
  const over = items.findIndex(({ bytes }, index) => (sum += bytes) > mostBytes && index > 0)
  return over === -1 ? items.length : over
}

/** A deletion in whole seconds counts as at the end of its second, as where the mails are numbered. */
const timeOf = ({ event, at }: ArchiveRecord) =>
  at.getTime() + (event === 'delete' && at.getUTCMilliseconds() === 0 ? 999 : 0)

/** By time; a message before its changes. */
function byTime(a: ArchiveRecord, b: ArchiveRecord): number {
  const isLater = ({ event }: ArchiveRecord) => Number(event !== 'message')
  return (
    timeOf(a) - timeOf(b) ||
    isLater(a) - isLater(b) ||
    (a.recordId < b.recordId ? -1 : 1) * Number(a.recordId !== b.recordId) ||
    a.revision - b.revision
  )
}
