import type { AuditType } from '@verbatim/contract/audit-types.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import type { AuditedBy, FieldChange } from '#domains/audit/commands.ts'
import type { TenantTx } from '#platform/db.ts'

/** Content that was opened. */
export interface AuditedView {
  /** The same ID for the same view, so that recording it again changes nothing. */
  readonly id: string
  readonly at: Date
  readonly type: AuditType
  readonly actor: AuditedBy
  readonly target: { readonly kind: string; readonly id: string }
  readonly changes?: readonly FieldChange[]
  readonly counts?: Readonly<Record<string, number>>
  /** Which readers of the trail may see it, if its target does not decide that. */
  readonly groupIds?: readonly GroupId[]
}

/** Appends views to the audit trail; existing ones do not change. */
export async function recordViews(tx: TenantTx, views: readonly AuditedView[]): Promise<void> {
  if (views.length === 0) return
  await tx
    .insertInto('audit_event')
    .values(
      views.map(
        ({ id, at, type, actor: { userId, name, via }, target, changes = [], counts = {}, groupIds }) => ({
          id,
          at,
          actor_id: userId ?? null,
          actor_name: name,
          type,
          target_kind: target.kind,
          target_id: target.id,
          target_name: null,
          changes: JSON.stringify(changes),
          counts: JSON.stringify(counts),
          group_ids: groupIds,
          request_id: via?.requestId ?? null,
          address: via?.address ?? null,
          agent: via?.agent ?? null,
        }),
      ),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
}
