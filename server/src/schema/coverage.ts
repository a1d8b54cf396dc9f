import type { AccountId, MessageId, RedriveId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** What an account received on a day of UTC. */
interface AccountDayTable extends TenantRow {
  account_id: AccountId
  day: string
  /** Records, also those in quarantine. */
  kept: string
  /** Null if an earlier release counted none. */
  duplicate: string | null
}

/** One retry of quarantined records of an account. */
interface RedriveTable extends TenantRow {
  id: RedriveId
  account_id: AccountId
  at: Date
  by_name: string
  records: number
  /** Quarantined again, and retried once more since. */
  failed: Generated<number>
}

/** A message that we have and the list of its provider lacks. */
interface UnlistedMessageTable extends TenantRow {
  message_id: MessageId
  /** The message's. */
  account_id: AccountId
  found_at: Date
  /** When the provider was last asked about it. */
  asked_at: Date | null
  /** The provider has none under its ID; null: not known yet. */
  is_gone: boolean | null
}

/** The tables of this file, by their SQL names. */
export interface CoverageTables {
  account_day: AccountDayTable
  redrive: RedriveTable
  unlisted_message: UnlistedMessageTable
}
