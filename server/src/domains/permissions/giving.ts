/** What a user may grant to others. Source: docs/decisions/0017. */
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

type Giver = Pick<Actor, 'permissions'>

/**
 * Refuses to grant permissions that the actor does not have; existing grants may stay.
 * @throws Failure `permission-profile.beyond-own`
 */
export function checkGiven(
  { permissions }: Giver,
  wanted: readonly Permission[],
  standing: readonly Permission[] = [],
): void {
  const beyond = wanted.filter((name) => !permissions.has(name) && !standing.includes(name))
  if (beyond.length > 0) throw new Failure('permission-profile.beyond-own', { permissions: beyond })
}

/**
 * Refuses to add members, the actor included, to a profile that grants more than the actor may do.
 * @throws Failure `permission-profile.beyond-own`
 */
export async function checkGivenProfiles(
  tx: TenantTx,
  giver: Giver,
  ids: readonly PermissionProfileId[],
): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ name: Permission }>`
    select distinct unnest(permissions) as name from permission_profile where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  checkGiven(
    giver,
    rows.map(({ name }) => name),
  )
}
