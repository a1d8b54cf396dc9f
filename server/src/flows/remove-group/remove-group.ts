import type { GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { deleteGroup } from '#domains/groups/changes.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { offenders } from '#platform/memberships.ts'

/**
 * Deletes a group that no supervision names. An enabled policy, alert or archive that names it would watch fewer people, or none,
 * without the second person that a change of it may need.
 * @throws Failure `group.in-use`, and those of `deleteGroup`
 */
export async function removeGroup(...[tx, actor, asked, now]: Parameters<typeof deleteGroup>): Promise<void> {
  await deleteGroup(tx, actor, asked, now)
  // Asked once the group is locked: a policy that was about to name it has done so, or finds it gone.
  const refusal = await findRefusal(tx, asked.id)
  if (refusal) throw refusal
}

/** Why a group cannot be deleted now. */
export async function findRefusal(tx: TenantTx, id: GroupId): Promise<Failure | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select 1 as kind, 'policy “' || version.name || '”' as name from ${currentPolicies}
        where policy.deleted_at is null and version.enabled and version.group_ids @> array[${id}]::uuid[]
      union all select 2, 'alert “' || name || '”' from metric_alert where enabled and filter -> 'group' ? ${id}
      union all select 3, 'archiving by email' from archiving where mode <> 'off' and group_ids @> array[${id}]::uuid[]
    ) used order by kind, name`.execute(tx)
  if (rows.length === 0) return undefined
  return new Failure('group.in-use', offenders({ count: rows.length, names: rows.map(({ name }) => name) }))
}
