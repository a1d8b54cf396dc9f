import type { Channel } from '@verbatim/contract/channels.ts'
import type { CaptureOmissions } from '@verbatim/contract/export-omissions.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { allOf } from '#platform/list/sql.ts'

/** The time and the channels that a file is about. Without them it is about all. */
export interface CapturedPart {
  readonly from?: Date | undefined
  readonly before?: Date | undefined
  readonly channels?: readonly Channel[] | undefined
}

const mostReasons = 20

/** What the accounts within `scope` did not capture, or not yet. */
export async function findCaptureOmissions(
  tx: TenantTx,
  scope: AccessScope,
  part: CapturedPart,
): Promise<CaptureOmissions> {
  const { from, before, channels } = part
  const accounts = sql`select account.* from channel_account account where ${allOf([
    accountWithin(scope, 'account'),
    ...(channels ? [sql<boolean>`account.channel = any(${channels}::text[])`] : []),
  ])}`
  const within = (time: RawBuilder<unknown>) =>
    allOf([
      ...(from ? [sql<boolean>`${time} >= ${from}`] : []),
      ...(before ? [sql<boolean>`${time} < ${before}`] : []),
    ])
  const refused = await findReasons(
    tx,
    sql`select account.name, account.channel, counted.reason, counted.times as n
      from refusal_count counted join (${accounts}) account on account.id = counted.account_id
      where ${within(sql`counted.minute`)}`,
  )
  const quarantined = await findReasons(
    tx,
    sql`select account.name, account.channel, quarantined.reason, 1 as n
      from quarantined_record quarantined join (${accounts}) account on account.id = quarantined.account_id
      join message_record kept on kept.tenant_id = quarantined.tenant_id and kept.id = quarantined.record_id
      where ${within(sql`kept.received_at`)}`,
  )
  const { rows: waiting } = await sql<{ n: string }>`select count(*) as n
    from record_backlog backlog
    join message_record kept on kept.tenant_id = backlog.tenant_id and kept.id = backlog.record_id
    join (${accounts}) account on account.id = kept.account_id
    where ${within(sql`kept.received_at`)}`.execute(tx)
  return {
    refused,
    quarantined,
    waiting: Number(waiting[0]?.n),
    silent: await findSilent(tx, accounts, from),
  }
}

async function findReasons(tx: TenantTx, counted: RawBuilder<unknown>): Promise<CaptureOmissions['refused']> {
  const { rows } = await sql<{ name: string; channel: Channel; reason: string; n: string }>`
    select name, channel, reason, sum(n) as n from (${counted}) counted
    group by name, channel, reason order by sum(n) desc, name, reason`.execute(tx)
  const reasons = rows.map(({ name: account, channel, reason, n }) => ({
    account,
    channel,
    reason,
    count: Number(n),
  }))
  const total = reasons.reduce((sum, { count }) => sum + count, 0)
  return { total, reasons: reasons.slice(0, mostReasons) }
}

async function findSilent(
  tx: TenantTx,
  accounts: RawBuilder<unknown>,
  from: Date | undefined,
): Promise<CaptureOmissions['silent']> {
  const { rows } = await sql<{ name: string; channel: Channel; status: string; last_event_at: Date | null }>`
    select account.name, account.channel, account.status, counters.last_event_at
    from (${accounts}) account
    left join account_counters counters on counters.account_id = account.id
    where account.status <> 'active' or counters.last_event_at is null
      or counters.last_event_at < ${from ?? null}::timestamptz
    order by account.name, account.id`.execute(tx)
  return rows.map(({ name: account, channel, status, last_event_at: last }) => ({
    account,
    channel,
    isConnected: status === 'active',
    lastEventAt: last?.toISOString() ?? null,
  }))
}
