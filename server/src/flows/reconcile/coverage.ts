import type { AccountId } from '@verbatim/contract/ids.ts'
import { channelsWith } from '#channels/registry.ts'
import { requireCoverage } from '#domains/accounts/coverage-queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** An account's coverage; only its connector knows whether the provider lists messages. @throws Failure `account.not-found` */
export const coverageOf = (
  tx: TenantTx,
  scope: AccessScope,
  asked: { readonly id: AccountId; readonly until?: string | undefined },
  now: Date,
) => requireCoverage(tx, scope, { ...asked, listedChannels: channelsWith('listing') }, now)
