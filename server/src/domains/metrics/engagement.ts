/** Overall engagement by day, for programs and charts. */
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { countContacts, toEngagement } from './contacts.ts'
import { rowsIn, share } from './figures.ts'
import { type ListedQuery, pageOfDays } from './listed.ts'
import type { Periods } from './period.ts'

/** The contacts of the period, and the engagement of its days. */
export async function findOverallEngagement(
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: Omit<ListedQuery, 'search'>,
) {
  const counted = await countContacts(tx, scope, periods)
  const { contacts, engaged } = counted.now
  const { items, total } = pageOfDays(toEngagement(counted, periods.days), query)
  return {
    contacts,
    engaged,
    rate: share(engaged, contacts),
    items: items.map((one) => ({
      ...one,
      drilldown: { ...rowsIn('contacts', one.engaged), filter: 'engaged', period: `${one.day}|${one.day}` },
    })),
    total,
  }
}
