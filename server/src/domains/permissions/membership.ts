import type { PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

export interface NamedUser {
  readonly id: UserId
  readonly name: string
}

/** Who can have a profile: a platform user. */
export const isPlatformUser = sql<boolean>`person.role <> 'none' and person.removed_at is null`

/**
 * Gives a profile to users; who has it keeps it. Gives those who had not.
 * @throws Failure `permission-profile.unknown-person`
 */
export async function addMembers(
  tx: TenantTx,
  profileId: PermissionProfileId,
  ids: readonly UserId[],
): Promise<readonly NamedUser[]> {
  if (ids.length === 0) return []
  const { rows: known } = await sql<NamedUser>`
    select person.id, person.display_name as name from tenant_user person
    where person.id = any(${ids}::uuid[]) and ${isPlatformUser} order by person.id for key share`.execute(tx)
  if (known.length !== new Set(ids).size) throw new Failure('permission-profile.unknown-person')
  const { rows: added } = await sql<{ id: UserId }>`
    insert into permission_profile_member (profile_id, user_id) select ${profileId}, unnest(${ids}::uuid[])
    on conflict do nothing returning user_id as id`.execute(tx)
  const fresh = new Set(added.map(({ id }) => id))
  return known.filter(({ id }) => fresh.has(id))
}

/**
 * Takes a profile from users, from all of them where `ids` is absent. Gives those who had it, and of them `left`: those
 * who have none now. Their rows are locked first, so that two who do so at once see of each other.
 */
export async function removeMembers(
  tx: TenantTx,
  profileId: PermissionProfileId,
  ids?: readonly UserId[],
): Promise<{ readonly removed: readonly NamedUser[]; readonly left: readonly NamedUser[] }> {
  if (ids?.length === 0) return { removed: [], left: [] }
  const meant: RawBuilder<boolean> = ids ? sql`person.id = any(${ids}::uuid[])` : sql`true`
  const { rows: removed } = await sql<NamedUser>`
    select person.id, person.display_name as name from tenant_user person
    where ${meant} and person.id in (
      select user_id from permission_profile_member where profile_id = ${profileId})
    order by person.id for no key update`.execute(tx)
  const goneIds = removed.map(({ id }) => id)
  if (goneIds.length === 0) return { removed, left: [] }
  await sql`delete from permission_profile_member
    where profile_id = ${profileId} and user_id = any(${goneIds}::uuid[])`.execute(tx)
  const { rows: left } = await sql<NamedUser>`
    select person.id, person.display_name as name from tenant_user person
    join (
      select unnest(${goneIds}::uuid[]) as id
      except select user_id from permission_profile_member where user_id = any(${goneIds}::uuid[])
    ) bereft on bereft.id = person.id
    where ${isPlatformUser} order by person.sort_name`.execute(tx)
  return { removed, left }
}

/** Of those who offend, so many are named. */
const mostNamed = 20

/** Who stands in the way of a change, for a failure to name. */
export function offenders(people: readonly NamedUser[]) {
  const more = people.length - mostNamed
  return {
    count: people.length,
    names: people.slice(0, mostNamed).map(({ name }) => name),
    more: more > 0 ? ` and ${more} more` : '',
  }
}
