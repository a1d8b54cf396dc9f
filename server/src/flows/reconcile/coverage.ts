/** What is known of the days and the history of accounts; only connectors know whether providers list messages. */
import type { AccountDay } from '@verbatim/contract/metric-lists.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { ChannelCounts } from '@verbatim/contract/integration-accounts.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { channelsWith, channelsWithExclusions, channelsWithHistory } from '#channels/registry.ts'
import type { KnownChannels } from '#domains/accounts/covered-days.ts'
import { requireCoverage } from '#domains/accounts/coverage-queries.ts'
import { countAccounts } from '#domains/accounts/integration-queries.ts'
import { type AccountDayQuery, findAccountDays } from '#domains/metrics/completeness.ts'
import type { Periods } from '#domains/metrics/period.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** What connectors know of the coverage of channels. */
export const knownChannels = (): KnownChannels => ({
  listedChannels: channelsWith('listing'),
  excludingChannels: channelsWithExclusions(),
})

/** An account's coverage. @throws Failure `account.not-found` */
export const coverageOf = (
  tx: TenantTx,
  scope: AccessScope,
  asked: { readonly id: AccountId; readonly until?: string | undefined },
  now: Date,
) => requireCoverage(tx, scope, { ...asked, ...knownChannels() }, now)

/** A page of the account days of a period. */
export const accountDaysOf = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: AccountDayQuery,
): Promise<Page<AccountDay>> => findAccountDays(tx, scope, periods, { query, ...knownChannels() })

/** How many accounts of each channel have each state, and from when on their history is fetched. */
export async function countChannels(tx: TenantTx, scope: AccessScope, now: Date): Promise<ChannelCounts[]> {
  const earlier = channelsWithHistory()
  const { from } = await tx
    .selectFrom('organization')
    .select('initial_history_date as from')
    .executeTakeFirstOrThrow()
  const history = from === null ? {} : { from }
  return (await countAccounts(tx, scope, now)).map((counts) =>
    earlier.includes(counts.channel) ? { ...counts, history } : counts,
  )
}
