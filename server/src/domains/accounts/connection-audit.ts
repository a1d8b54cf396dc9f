/** What the audit trail says of an account whose connection begins or ends. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { byVerbatim, recordAudit } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'

interface NamedAccount {
  readonly id: AccountId
  readonly name: string
}

const targetOf = ({ id, name }: NamedAccount) => ({ kind: 'account', id, name })

export async function auditConnected(tx: TenantTx, account: NamedAccount, now: Date): Promise<void> {
  await recordAudit(tx, byVerbatim, { type: 'account_connected', target: targetOf(account) }, now)
}

export async function auditDisconnected(
  tx: TenantTx,
  account: NamedAccount,
  problem: ConnectionProblem,
  now: Date,
): Promise<void> {
  const changes = [{ field: 'problem', old: null, new: problem }]
  await recordAudit(tx, byVerbatim, { type: 'account_disconnected', target: targetOf(account), changes }, now)
}
