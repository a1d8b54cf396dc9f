/** The connection of an account begins or ends: the audit trail says so, and from when to when nothing could arrive is noted. */
import type { ConnectionProblem } from '@verbatim/contract/connection-problems.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { byVerbatim, recordAudit } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { closeGap, openGap } from './gaps.ts'

interface NamedAccount {
  readonly id: AccountId
  readonly name: string
}

const targetOf = ({ id, name }: NamedAccount) => ({ kind: 'account', id, name })

export async function recordConnected(tx: TenantTx, account: NamedAccount, now: Date): Promise<void> {
  await closeGap(tx, { accountId: account.id, kind: 'disconnected' }, now)
  await recordSetUp(tx, account, now)
}

/** It is set up; where Verbatim holds the connection, its gap is over once a process has opened that. */
export async function recordSetUp(tx: TenantTx, account: NamedAccount, now: Date): Promise<void> {
  const changes = [{ field: 'connected', old: false, new: true }]
  await recordAudit(tx, byVerbatim, { type: 'account_connected', target: targetOf(account), changes }, now)
}

export async function recordDisconnected(
  tx: TenantTx,
  account: NamedAccount,
  problem: ConnectionProblem,
  now: Date,
): Promise<void> {
  const mayBeNew = problem === 'not-archived'
  await openGap(tx, { accountId: account.id, kind: 'disconnected', problem, beganAt: now, mayBeNew }, now)
  const changes = [{ field: 'problem', old: null, new: problem }]
  await recordAudit(tx, byVerbatim, { type: 'account_disconnected', target: targetOf(account), changes }, now)
}
