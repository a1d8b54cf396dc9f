/**
 * Every change of a policy makes a new version of it, a new edition of all the tenant's policies, and an audit entry. What is saved as
 * it was is no change.
 */
import type { PolicyId, UserId } from '@verbatim/contract/ids.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { type Audited, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { currentPoliciesOf } from './current-version.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import type { PolicyVersionTable } from '#schema/policies.ts'

/** The author of a policy's change: a user, or the installation itself. */
export type PolicyEditor = Pick<Actor, 'name' | 'via'> & {
  readonly userId: UserId | undefined
  /** A second person approves the change, if the organization requires it. */
  readonly isApproved?: true
}

type VersionRow = Selectable<PolicyVersionTable>
export type VersionFields = Pick<
  VersionRow,
  'name' | 'severity' | 'scope' | 'group_ids' | 'action' | 'enabled'
>

/** The change, its author and time, and the version it is based on. */
interface ChangeOfPolicy extends Seen<PolicyId> {
  readonly editor: PolicyEditor
  readonly now: Date
}

/**
 * Makes the next version of a policy. Changes of a tenant's policies run one after another: the edition is counted first,
 * and the next transaction that counts waits for this one to end.
 * @throws Failure `policy.not-found`, `policy.changed`, `policy.name-taken`, `approval.required`
 */
export async function changePolicy(
  tx: TenantTx,
  { id, expectedVersion, editor, now }: ChangeOfPolicy,
  work: (
    before: VersionRow,
    version: number,
  ) => Promise<{ after: VersionFields; audit: Omit<Audited, 'target'> } | undefined>,
): Promise<void> {
  const edition = await nextEdition(tx, editor)
  const before = await currentPoliciesOf(tx)
    .where('policy.id', '=', id)
    .selectAll('version')
    .executeTakeFirstOrThrow(() => new Failure('policy.not-found'))
  requireVersion('policy.changed', before.version, expectedVersion)
  const version = before.version + 1
  const made = await work(before, version)
  if (!made) return
  const { after, audit } = made
  const { name, severity, scope, group_ids, action, enabled } = after
  await moveOn(tx, id, { version, name })
  await insertVersion(
    tx,
    editor,
    { policy_id: id, version, edition, name, severity, scope, group_ids, action, enabled },
    now,
  )
  await recordAudit(tx, editor, { ...audit, target: { kind: 'policy', id, name } }, now)
}

/**
 * Counts the next edition. Other transactions that count wait until this one ends.
 * @throws Failure `approval.required`
 */
export async function nextEdition(tx: TenantTx, { userId, isApproved }: PolicyEditor): Promise<number> {
  const row = await tx
    .updateTable('organization')
    .set({ policy_edition: sql`policy_edition + 1` })
    .returning(['policy_edition', 'requires_policy_approval'])
    .executeTakeFirstOrThrow()
  if (row.requires_policy_approval && userId && !isApproved) throw new Failure('approval.required')
  return row.policy_edition
}

async function moveOn(
  tx: TenantTx,
  id: PolicyId,
  { version, name }: { version: number; name: string },
): Promise<void> {
  const key = nameKey(name)
  const { numUpdatedRows } = await tx
    .updateTable('policy')
    .set({ version, name_key: key })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (
        select from policy other where other.name_key = ${key} and other.deleted_at is null and other.id <> ${id})`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Failure('policy.name-taken')
}

export async function insertVersion(
  tx: TenantTx,
  editor: PolicyEditor,
  version: VersionFields & Pick<VersionRow, 'policy_id' | 'version' | 'edition'>,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('policy_version')
    .values({ ...version, changed_at: now, changed_by: editor.userId ?? null, changed_by_name: editor.name })
    .execute()
}
