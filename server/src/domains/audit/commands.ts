import type { UserId } from '@verbatim/contract/ids.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'

/** One changed field of an audited change. Values are shown to administrators: never secrets, never message text. */
export interface FieldChange {
  readonly field: string
  readonly old: unknown
  readonly new: unknown
}

export interface Audited {
  /** `noun_verbed`, as in spec §3. */
  readonly type: string
  readonly target?: { readonly kind: string; readonly id: string }
  readonly changes?: readonly FieldChange[]
  readonly requestId?: string
  readonly address?: string
  readonly agent?: string
}

/** Appends to the audit trail in the transaction of the change it tells of: both happen, or neither. */
export async function recordAudit(
  tx: TenantTx,
  actor: Pick<Actor, 'name'> & { readonly userId: UserId | undefined },
  { type, target, changes = [], requestId, address, agent }: Audited,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      id: newId(now),
      at: now,
      actor_id: actor.userId ?? null,
      actor_name: actor.name,
      type,
      target_kind: target?.kind ?? null,
      target_id: target?.id ?? null,
      changes: JSON.stringify(changes),
      request_id: requestId ?? null,
      address: address ?? null,
      agent: agent ?? null,
    })
    .execute()
}

/** The fields in which `after` differs from `before`, for `recordAudit`. */
export function changedFields<T extends object>(before: Partial<T>, after: Partial<T>): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>
  return [...fields]
    .map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null }))
    .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}
