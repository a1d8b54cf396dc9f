import type { AuditChange } from '@verbatim/contract/audit.ts'
import type {
  ChangeRequestKind,
  ChangeRequestState,
  RequestedChange,
} from '@verbatim/contract/change-requests.ts'
import type { ChangeRequestId, PolicyId } from '@verbatim/contract/ids.ts'
import { recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ChangeRequestRow } from './queries.ts'

interface NewChangeRequest {
  readonly kind: ChangeRequestKind
  readonly change: RequestedChange
  readonly policyId: PolicyId | undefined
  readonly targetName: string
  readonly type: string
  readonly changes: readonly AuditChange[]
  readonly note: string
}

/** Stores a change for approval. @throws Failure `change-request.pending` if another change of the same thing waits */
export async function createChangeRequest(
  tx: TenantTx,
  actor: Actor,
  { kind, change, policyId, targetName, type, changes, note }: NewChangeRequest,
  now: Date,
): Promise<ChangeRequestId> {
  const id = newId<ChangeRequestId>(now)
  const created = await tx
    .insertInto('change_request')
    .values({
      id,
      kind,
      change: JSON.stringify(change),
      policy_id: policyId ?? null,
      target_name: targetName,
      type,
      changes: JSON.stringify(changes),
      note,
      requested_at: now,
      requested_by: actor.userId,
      requested_by_name: actor.name,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw new Failure('change-request.pending', { name: targetName })
  const target = { kind: 'change-request', id, name: targetName }
  await recordAudit(
    tx,
    actor,
    { type: 'change_requested', target, changes: [...changes, ...noteOf(note)] },
    now,
  )
  return id
}

const auditTypes = {
  approved: 'change_approved',
  rejected: 'change_rejected',
  withdrawn: 'change_withdrawn',
} as const

interface Closing {
  readonly state: Exclude<ChangeRequestState, 'pending'>
  readonly reason?: string
  readonly now: Date
}

/** Ends a pending request. */
export async function closeChangeRequest(
  tx: TenantTx,
  actor: Actor,
  row: Pick<ChangeRequestRow, 'id' | 'target_name'>,
  { state, reason = '', now }: Closing,
): Promise<void> {
  await tx
    .updateTable('change_request')
    .set({ state, reason, decided_at: now, decided_by: actor.userId, decided_by_name: actor.name })
    .where('id', '=', row.id)
    .execute()
  const target = { kind: 'change-request', id: row.id, name: row.target_name }
  await recordAudit(tx, actor, { type: auditTypes[state], target, changes: noteOf(reason, 'reason') }, now)
}

const noteOf = (text: string, field = 'note') => (text === '' ? [] : [{ field, old: null, new: text }])
