import { coverageLimits, type CoveredDay, type getAccountCoverage } from '@verbatim/contract/accounts.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { accountWithin } from '#domains/groups/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { beginningOf, dayMs, dayOf, hourMs, hourOf } from './covered-time.ts'

interface Asked {
  readonly id: AccountId
  /** The channels whose providers list their messages. */
  readonly listedChannels: readonly Channel[]
}

/** An account's coverage within `scope`. @throws Failure `account.not-found` */
export async function requireCoverage(
  tx: TenantTx,
  scope: AccessScope,
  { id, listedChannels }: Asked,
  now: Date,
): Promise<OutputOf<typeof getAccountCoverage>> {
  const { rows } = await sql<{
    channel: Channel
    list_after: Date | null
    listed_until: Date | null
    founded: Date
    history: string | null
  }>`select account.channel, account.list_after, account.listed_until, organization.created_at as founded,
      organization.initial_history_date::text as history
    from channel_account account join organization on organization.tenant_id = account.tenant_id
    where account.id = ${id} and ${accountWithin(scope, 'account')}`.execute(tx)
  const [account] = rows
  if (!account) throw new Failure('account.not-found')
  const since = beginningOf(account)
  const isCompared = account.list_after !== null
  return {
    isListed: listedChannels.includes(account.channel),
    isCompared,
    comparedUntil: account.listed_until?.toISOString() ?? null,
    since: new Date(since).toISOString(),
    days: isCompared ? await findDays(tx, { id, since, now }) : [],
  }
}

interface DayRow {
  day: string
  hours: string
  listed: string
  recovered: string
}

/** Every day up to today: one without a comparison has no hours. An hour counts once it was listed to its end. */
async function findDays(
  tx: TenantTx,
  { id, since, now }: { readonly id: AccountId; readonly since: number; readonly now: Date },
): Promise<CoveredDay[]> {
  const today = dayOf(now.getTime())
  const first = Math.max(dayOf(since), today - (coverageLimits.days - 1) * dayMs)
  const { rows } = await sql<DayRow>`
    select (hour at time zone 'UTC')::date::text as day,
      count(*) filter (where compared_at >= hour + interval '1 hour') as hours,
      sum(listed) as listed, sum(recovered) as recovered
    from coverage_hour where account_id = ${id} and hour >= ${new Date(first)} group by 1`.execute(tx)
  const found = new Map(rows.map((row) => [row.day, row]))
  const days: CoveredDay[] = []
  for (let begins = today; begins >= first; begins -= dayMs) {
    const day = new Date(begins).toISOString().slice(0, 10)
    const { hours = 0, listed = 0, recovered = 0 } = found.get(day) ?? {}
    const due = Math.min(begins + dayMs, hourOf(now.getTime())) - Math.max(begins, since)
    days.push({
      day,
      hours: Number(hours),
      hoursDue: Math.max(0, Math.round(due / hourMs)),
      listed: Number(listed),
      recovered: Number(recovered),
    })
  }
  return days
}
