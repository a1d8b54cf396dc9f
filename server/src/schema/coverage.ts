import type { AccountId, RedriveId, TenantId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'

/** What an account received on a day of UTC. */
interface AccountDayTable {
  tenant_id: Generated<TenantId>
  account_id: AccountId
  day: string
  /** Records, also those in quarantine. */
  kept: string
  /** Null if an earlier release counted none. */
  duplicate: string | null
}

/** One retry of quarantined records of an account. */
interface RedriveTable {
  tenant_id: Generated<TenantId>
  id: RedriveId
  account_id: AccountId
  at: Date
  by_name: string
  records: number
  /** Quarantined again, and retried once more since. */
  failed: Generated<number>
}

/** The tables of this file, by their SQL names. */
export interface CoverageTables {
  account_day: AccountDayTable
  redrive: RedriveTable
}
