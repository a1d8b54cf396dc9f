import type { AuditType } from '@verbatim/contract/audit-types.ts'
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
  /** `noun_verbed`, as in docs/rules/audit.md; the contract has its words. */
  readonly type: AuditType
  /** The target of the action; `name` is its name at that time, for readers after it is deleted. */
  readonly target?: { readonly kind: string; readonly id: string; readonly name?: string }
  readonly changes?: readonly FieldChange[]
  /** Counts by name: `{ membersAdded: 3, groupsRemoved: 1 }`. Zeros are not kept. */
  readonly counts?: Readonly<Record<string, number>>
}

/** The actor of the entry. Without a user, it is an unknown person or the product itself. */
export interface AuditedBy extends Pick<Actor, 'name' | 'via'> {
  readonly userId: UserId | undefined
}

/** What the product does on its own, such as connecting an account later. */
export const byVerbatim: AuditedBy = { userId: undefined, name: 'Verbatim' }

/** Appends to the audit trail in the transaction of the change: both happen, or neither. */
export function recordAudit(tx: TenantTx, by: AuditedBy, audited: Audited, now: Date): Promise<void> {
  return recordAudits(tx, by, [audited], now)
}

/** A statement has 65,535 parameters at most, and an entry thirteen. */
const entriesPerStatement = 2_000

/** Appends one entry for each of many targets. */
export async function recordAudits(
  tx: TenantTx,
  by: AuditedBy,
  audited: readonly Audited[],
  now: Date,
): Promise<void> {
  for (let start = 0; start < audited.length; start += entriesPerStatement)
    await insertAudits(tx, by, audited.slice(start, start + entriesPerStatement), now)
}

async function insertAudits(
  tx: TenantTx,
  { userId, name, via }: AuditedBy,
  audited: readonly Audited[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values(
      audited.map(({ type, target, changes = [], counts = {} }) => ({
        id: newId(now),
        at: now,
        actor_id: userId ?? null,
        actor_name: name,
        type,
        target_kind: target?.kind ?? null,
        target_id: target?.id ?? null,
        target_name: target?.name ?? null,
        changes: JSON.stringify(changes),
        counts: JSON.stringify(someOf(counts)),
        request_id: via?.requestId ?? null,
        address: via?.address ?? null,
        agent: via?.agent ?? null,
      })),
    )
    .execute()
}

const someOf = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** The purpose that the actor stated for what they read now, as a line of the entry. */
export function purposeChange(actor: Pick<Actor, 'purpose'> | undefined): FieldChange[] {
  const purpose = actor?.purpose
  if (!purpose || purpose === 'missing') return []
  return [{ field: 'purpose', old: null, new: purpose.words }]
}

/** The fields in which `after` differs from `before`, for `recordAudit`. */
export function changedFields<T extends object>(before: Partial<T>, after: Partial<T>): FieldChange[] {
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T & string>
  return [...fields]
    .map((field) => ({ field, old: before[field] ?? null, new: after[field] ?? null }))
    .filter((change) => JSON.stringify(change.old) !== JSON.stringify(change.new))
}
