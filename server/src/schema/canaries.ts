import type { CanaryMinutes, CanaryProblem, CanaryState } from '@verbatim/contract/canaries.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** The test messages that are sent to an account, and the result of the last one. */
export interface AccountCanaryTable extends TenantRow {
  account_id: AccountId
  every_minutes: CanaryMinutes
  /** The number that it is sent from; null if the mail server sends it. */
  sender: string | null
  /** When the next is sent, or the last one is missing. */
  due_at: Date
  state: Generated<'new' | 'sending' | CanaryState>
  reference: Generated<string | null>
  sent_at: Generated<Date | null>
  problem: Generated<CanaryProblem | null>
  /** The last one that arrived. */
  arrived_at: Generated<Date | null>
  took_ms: Generated<number | null>
}

/** The tables of this file, by their SQL names. */
export interface CanariesTables {
  account_canary: AccountCanaryTable
}
