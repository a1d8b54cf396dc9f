import {
  type AccountHealth,
  accountList,
  type getChannelAccount,
  type listChannelAccounts,
  type QuarantinedRecord,
  type RefusedDelivery,
} from '@verbatim/contract/accounts.ts'
import type { InputOf, OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, column, columnsIn, filterSql, wordsSql } from '#platform/list/sql.ts'
import { findCapturedUntil } from './captured-until.ts'
import { isSilent } from './checks.ts'
import { withCoverage } from './counted-days.ts'
import { findGaps } from './gaps.ts'
import { findRedrives } from './redrive-queries.ts'
import { shownStatus } from './shown-status.ts'

type Field = keyof typeof accountList.fields

const columns = columnsIn<HealthRow>()(accountList.fields, 'health', {
  channelType: column('health.channel'),
})

const healthWithin = (scope: AccessScope, now: Date) => sql`(
  select account.id, account.channel, account.name, account.address, account.owner_id, account.source_id, shown.status,
    person.display_name as owner_name,
    coalesce(counters.accepted, 0) as accepted, coalesce(counters.duplicate, 0) as duplicate,
    coalesce(counters.quarantined, 0) as quarantined, coalesce(counters.refused, 0) as refused,
    coalesce(counters.accepted + counters.duplicate + counters.quarantined + counters.refused, 0) as received,
    counters.last_event_at, account.expected_hours, counters.usual_hours,
    (${isSilent(sql`${now}::timestamptz`)})::text as is_silent, coalesce(waiting.n, 0) as waiting,
    coalesce(absent.n, 0) as absent_files, session.account_id is not null as is_collected
  from channel_account account cross join ${shownStatus('account', now)}
  left join tenant_user person on person.tenant_id = account.tenant_id and person.id = account.owner_id
  left join account_counters counters on counters.tenant_id = account.tenant_id and counters.account_id = account.id
  left join account_session session on session.tenant_id = account.tenant_id and session.account_id = account.id
  left join (
    select kept.account_id, count(*) as n from record_backlog backlog
    join message_record kept on kept.tenant_id = backlog.tenant_id and kept.id = backlog.record_id
    group by kept.account_id
  ) waiting on waiting.account_id = account.id
  left join (
    select said.account_id, count(*) as n from attachment file
    join message said on said.tenant_id = file.tenant_id and said.id = file.message_id
    where file.state = 'stored' and file.reading = 'waiting' and file.reading_reason is not null
    group by said.account_id
  ) absent on absent.account_id = account.id
  where ${accountWithin(scope, 'account')}
) health`

interface HealthRow {
  id: AccountId
  channel: AccountHealth['channel']
  name: string
  address: string
  owner_id: UserId | null
  source_id: AccountId | null
  owner_name: string | null
  status: AccountHealth['status']
  accepted: string
  duplicate: string
  quarantined: string
  refused: string
  received: string
  waiting: string
  absent_files: string
  last_event_at: Date | null
  expected_hours: number | null
  usual_hours: number | null
  is_silent: 'true' | 'false' | null
  is_collected: boolean
}

/** How messages arrive at an account; only its connector knows. */
interface Arrivals {
  readonly arrivalOf: (
    account: Pick<HealthRow, 'channel' | 'id'> & { readonly isCollected: boolean },
  ) => Pick<AccountHealth, 'webhookUrl' | 'isFetched'>
}

const searchedSql = ({ search }: Sought['query']) =>
  search ? wordsSql([sql`health.name`, sql`health.address`, sql`health.owner_name`], search.text) : allOf([])

/** One page of the accounts that `scope` reaches, with their counts. */
export async function findAccountHealth(
  tx: TenantTx,
  scope: AccessScope,
  { arrivalOf, query }: Arrivals & { query: InputOf<typeof listChannelAccounts>['query'] },
  now: Date,
): Promise<Page<AccountHealth>> {
  const page = await findPage<HealthRow, Field>(
    tx,
    {
      spec: accountList,
      columns,
      select: sql`health.*`,
      from: healthWithin(scope, now),
      where: searchedSql(query),
      tie: sql`health.id`,
    },
    query,
    now,
  )
  return { ...page, items: await withCoverage(tx, page.items, (row) => toHealth(row, arrivalOf), now) }
}

interface Sought {
  readonly query: Pick<InputOf<typeof listChannelAccounts>['query'], 'filter' | 'search'>
  /** Only these. */
  readonly ids?: readonly AccountId[] | undefined
}

/** The IDs of all accounts that `scope` reaches and that match. */
export async function findAccountIds(
  tx: TenantTx,
  scope: AccessScope,
  { query, ids }: Sought,
  now: Date,
): Promise<AccountId[]> {
  const where = allOf([
    searchedSql(query),
    filterSql(accountList.fields, columns, query.filter, now),
    ...(ids ? [sql<boolean>`health.id = any(${ids}::uuid[])`] : []),
  ])
  const { rows } = await sql<{ id: AccountId }>`
    select health.id from ${healthWithin(scope, now)} where ${where} order by health.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** One account with its recent quarantined records and refusals. @throws Failure `account.not-found` */
export async function requireAccountDetail(
  tx: TenantTx,
  scope: AccessScope,
  { arrivalOf, id }: Arrivals & { id: AccountId },
  now: Date,
): Promise<Omit<OutputOf<typeof getChannelAccount>, 'canary'>> {
  const { rows } = await sql<HealthRow>`
    select * from ${healthWithin(scope, now)} where health.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('account.not-found')
  const capturedUntil = await findCapturedUntil(tx, id)
  return {
    ...toHealth(row, arrivalOf),
    ...(capturedUntil && { capturedUntil: capturedUntil.toISOString() }),
    gaps: await findGaps(tx, id),
    redrives: await findRedrives(tx, id),
    quarantinedRecords: await findQuarantined(tx, id),
    refusedDeliveries: await findRefused(tx, id),
  }
}

async function findQuarantined(tx: TenantTx, id: AccountId): Promise<QuarantinedRecord[]> {
  const rows = await tx
    .selectFrom('quarantined_record as quarantined')
    .innerJoin('message_record as kept', (join) =>
      join
        .onRef('kept.tenant_id', '=', 'quarantined.tenant_id')
        .onRef('kept.id', '=', 'quarantined.record_id'),
    )
    .where('quarantined.account_id', '=', id)
    .orderBy('quarantined.quarantined_at', 'desc')
    .limit(100)
    .select([
      'quarantined.record_id',
      'quarantined.quarantined_at',
      'quarantined.attempts',
      'quarantined.reason',
      'kept.received_at',
      'kept.sha256',
    ])
    .select(sql<number>`octet_length(kept.bytes)`.as('size_bytes'))
    .execute()
  return rows.map((record) => ({
    recordId: record.record_id,
    quarantinedAt: record.quarantined_at.toISOString(),
    receivedAt: record.received_at.toISOString(),
    attempts: record.attempts,
    reason: record.reason,
    sizeBytes: record.size_bytes,
    sha256: record.sha256.toString('hex'),
  }))
}

async function findRefused(tx: TenantTx, id: AccountId): Promise<RefusedDelivery[]> {
  const rows = await tx
    .selectFrom('refused_delivery as refused')
    .leftJoin('refusal_count as counted', (join) =>
      join
        .onRef('counted.tenant_id', '=', 'refused.tenant_id')
        .onRef('counted.account_id', '=', 'refused.account_id')
        .onRef('counted.reason', '=', 'refused.reason')
        .on(sql<boolean>`counted.minute = date_trunc('minute', refused.at)`),
    )
    .where('refused.account_id', '=', id)
    .orderBy('refused.at', 'desc')
    .limit(100)
    .select(['refused.id', 'refused.at', 'refused.remote', 'refused.reason', 'refused.size_bytes'])
    .select('counted.times')
    .execute()
  return rows.map((delivery) => ({
    id: delivery.id,
    at: delivery.at.toISOString(),
    remote: delivery.remote,
    reason: delivery.reason,
    sizeBytes: Number(delivery.size_bytes),
    timesInMinute: Number(delivery.times ?? 1),
  }))
}

function toHealth(row: HealthRow, arrivalOf: Arrivals['arrivalOf']): AccountHealth {
  return {
    id: row.id,
    channel: row.channel,
    name: row.name,
    address: row.address,
    owner: row.owner_id ? { id: row.owner_id, name: row.owner_name ?? '' } : null,
    status: row.status,
    received: Number(row.received),
    accepted: Number(row.accepted),
    duplicate: Number(row.duplicate),
    quarantined: Number(row.quarantined),
    refused: Number(row.refused),
    waiting: Number(row.waiting),
    absentFiles: Number(row.absent_files),
    lastEventAt: row.last_event_at?.toISOString() ?? null,
    expectedHours: row.expected_hours,
    usualHours: row.usual_hours,
    isSilent: row.is_silent === 'true',
    // A person's account is delivered to at its source.
    ...(row.source_id === null
      ? arrivalOf({ ...row, isCollected: row.is_collected })
      : { webhookUrl: null, isFetched: false }),
  }
}
