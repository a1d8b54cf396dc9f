/** The adoption rate by day, for programs and charts. */
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { share } from './figures.ts'
import { type ListedQuery, pageOfDays } from './listed.ts'
import type { Periods } from './period.ts'
import { findAdoption } from './representative-days.ts'
import { countRepresentatives } from './representatives.ts'

/** The representatives of the period, and the adoption of its days. */
export async function findAdoptionRate(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: Omit<ListedQuery, 'search'>,
) {
  const { representatives, active } = await countRepresentatives(tx, scope, periods.current, periods)
  const asked = [{ within: periods.current, days: periods.days, representatives }]
  const [days = []] = await findAdoption(tx, scope, periods, asked)
  return { representatives, active, rate: share(active, representatives), ...pageOfDays(days, query) }
}
