/** What is known of the days of accounts; only connectors know whether providers list messages. */
import type { AccountDay } from '@verbatim/contract/dashboards.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { channelsWith } from '#channels/registry.ts'
import { requireCoverage } from '#domains/accounts/coverage-queries.ts'
import { type AccountDayQuery, findAccountDays } from '#domains/metrics/completeness.ts'
import type { Periods } from '#domains/metrics/period.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** An account's coverage. @throws Failure `account.not-found` */
export const coverageOf = (
  tx: TenantTx,
  scope: AccessScope,
  asked: { readonly id: AccountId; readonly until?: string | undefined },
  now: Date,
) => requireCoverage(tx, scope, { ...asked, listedChannels: channelsWith('listing') }, now)

/** A page of the account days of a period. */
export const accountDaysOf = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: AccountDayQuery,
): Promise<Page<AccountDay>> =>
  findAccountDays(tx, scope, periods, { query, listedChannels: channelsWith('listing') })
