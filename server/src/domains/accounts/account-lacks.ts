/** Each thing that an account lacks, or its provider, by its ID, for the account's report. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import { countOf } from '#platform/rows.ts'
import { isMissing } from './missing-gaps.ts'
import { goneMessages } from './unlisted-messages.ts'
import { feltGaps, feltQuarantine, feltUnopened } from './felt-lacks.ts'

interface AskedLacks {
  readonly id: AccountId
  readonly from: Date
  readonly before: Date
  readonly now: Date
  /** The accounts of the report: what another of them lacks is named there. */
  readonly reported: readonly AccountId[]
}

/**
 * A record in quarantine, a file that will not come, a message that did not or that could not be decrypted, or from when to when messages may be missing; or a message that
 * only we have.
 */
export interface AccountLack {
  readonly id: string
  readonly what: 'record' | 'file' | 'message' | 'undecrypted' | 'gap' | 'gone'
  /** Of a record or a file; of messages that were put aside together, how many they were. */
  readonly reason: string | null
  /** The kind of a gap. */
  readonly kind: string | null
  /** When a record was received, the message of a file captured, a message sent, or when a gap began. */
  readonly at: Date
  /** Of a gap that is over, or of the part of it that was lost. */
  readonly until: Date | null
  readonly is_lost: boolean
  /** It is of the account that it receives through, which the report does not have. */
  readonly is_of_source: boolean
  /** Of a message. */
  readonly conversation_id: string | null
}

export const countLacks = (tx: TenantTx, asked: AskedLacks): Promise<number> => countOf(tx, lacksOf(asked))

const atOnce = 1_000

/** In the order of their times. */
export async function* eachLack(tx: TenantTx, asked: AskedLacks): AsyncGenerator<AccountLack[]> {
  let after: RawBuilder<unknown> = sql`true`
  for (;;) {
    // As text, because a date has no microseconds. The parts of a gap share its ID, and begin at different times.
    const { rows } = await sql<
      AccountLack & { place: string }
    >`select lack.*, lack.at::text as place from ${lacksOf(asked)}
      where ${after} order by lack.at, lack.id limit ${atOnce}`.execute(tx)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = sql`(lack.at, lack.id) > (${last.place}::timestamptz, ${last.id}::uuid)`
  }
}

/** Gaps are those that leave a day incomplete or unknown, and messages those whose gap is still open or lost. */
function lacksOf({ id, reported, ...time }: AskedLacks): RawBuilder<unknown> {
  const [from, before, now] = [time.from, time.before, time.now].map((at) => sql`${at}::timestamptz`) as [
    RawBuilder<unknown>,
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ]
  const account = sql`(select * from channel_account where id = ${id})`
  const within = (at: RawBuilder<unknown>) => sql`${at} >= ${from} and ${at} < ${before}`
  const unlessReported = (lack: string) => {
    const source = sql.ref(`${lack}.source_id`)
    return sql`(${source} is null or ${source} <> all(${reported}::uuid[]))`
  }
  const isUncertain = sql`(gap.outcome is null or gap.outcome in ('lost', 'unknown'))`
  return sql`(
    select held.record_id as id, 'record' as what, held.reason, null as kind, held.received_at as at, null::timestamptz as until,
      false as is_lost, held.source_id is not null as is_of_source, null::uuid as conversation_id
    from ${feltQuarantine(account, within)} held where ${unlessReported('held')}
    union all
    select file.id, 'file', file.gap_reason, null, said.captured_at, null, true, false, null
    from attachment file join message said on said.tenant_id = file.tenant_id and said.id = file.message_id
    where file.state = 'gap' and said.account_id = ${id} and ${within(sql`said.captured_at`)}
    union all
    select line.id, 'message', null, null, line.posted_at, null, true, false, line.conversation_id
    from ${account} account join message line on line.account_id = account.id
    where ${isMissing('line', 'account')} and ${within(sql`line.posted_at`)}
      and exists (select from account_gap gap where gap.account_id = account.id and gap.kind = 'missing' and ${isUncertain}
        and line.posted_at >= gap.began_at and line.posted_at < gap.ended_at)
    union all
    select line.id, 'undecrypted', line.messages::text, null, line.captured_at, null, false, line.source_id is not null, line.conversation_id
    from ${feltUnopened(account, within)} line where ${unlessReported('line')}
    union all
    select gap.id, 'gap', null, gap.kind, gap.began_at, case when not gap.is_open then gap.ends_at end,
      gap.outcome is not distinct from 'lost', gap.source_id is not null, null
    from ${feltGaps(account, { now, from, before })} gap
    where ${isUncertain} and gap.began_at < ${before} and gap.ends_at > ${from} and ${unlessReported('gap')}
    union all
    select gone.id, 'gone', null, null, gone.posted_at, null, false, false, gone.conversation_id
    from ${goneMessages(id)} gone where ${within(sql`gone.posted_at`)}
  ) lack`
}
