/** Gaps of messages that came and could not be decrypted. Source: docs/decisions/0187-what-is-said-of-gaps.md. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { at } from '#platform/work/due-rows.ts'
import { type Found, noteDayGaps } from './day-gaps.ts'
import { feltUnopened } from './felt-lacks.ts'

/** So long, a message may still come by itself: the app of its author is asked for it again. */
const patienceMs = hourMs
/** What is found later than that is on its day, and no news. */
const newsMs = 7 * dayMs

/** Notes which messages of these accounts could not be decrypted, one gap for each day, and which of those gaps have none any more. */
export async function noteUndecrypted(tx: TenantTx, ids: readonly AccountId[], now: Date): Promise<void> {
  const accounts = sql`(select * from channel_account where id = any(${ids}::uuid[]))`
  const [from, before] = [newsMs, patienceMs].map((ms) => at(new Date(now.getTime() - ms)))
  const { rows } = await sql<Found>`
    select line.account_id as "accountId", line.captured_at as at
    from ${feltUnopened(accounts, (time) => sql`${time} >= ${from} and ${time} < ${before}`)} line
    where line.source_id is null and not exists (select from account_gap gap where gap.account_id = line.account_id
      and gap.kind = 'undecrypted' and gap.outcome is distinct from 'arrived'
      and line.captured_at >= gap.began_at and line.captured_at < gap.ended_at)`.execute(tx)
  await noteDayGaps(tx, { kind: 'undecrypted', again: 'unread' }, rows, now)
  await sql`update account_gap gap set outcome = 'arrived', notify_at = null
    where gap.account_id = any(${ids}::uuid[]) and gap.kind = 'undecrypted'
      and (gap.outcome is null or gap.outcome = 'unread') and not exists (
        select from ${feltUnopened(accounts, (time) => sql`${time} >= gap.began_at and ${time} < gap.ended_at`)} line
        where line.account_id = gap.account_id and line.source_id is null)`.execute(tx)
}
