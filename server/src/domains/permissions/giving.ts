/** What somebody may hand on. Source: docs/decisions/0017. */
import type { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

type Giver = Pick<Actor, 'permissions'>

/**
 * Nobody gives what they may not do themselves; what stands already may stay.
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
 * Nobody makes a member, themselves included, of a profile that brings what they may not do.
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
