import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { noId } from '@verbatim/contract/list-filter.ts'
import type { getNewProfileEffect, getProfileEffect } from '@verbatim/contract/permission-profiles.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { findAllProfiles, type GivingProfile } from '#domains/permissions/profile-queries.ts'
import { Failure } from '#kernel/failure.ts'
import { isWithin } from '#access/scope.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Step, toEffect } from './access-effect.ts'
import { findCells } from './message-cells.ts'

type Change = InputOf<typeof getProfileEffect>['body']

/** Members with the same effect: those with one role and the same other profiles. */
interface MemberKind {
  readonly role: Role
  readonly others: readonly PermissionProfileId[]
  readonly had: boolean
  readonly has: boolean
  readonly count: number
  /** At most three of them. */
  readonly names: readonly string[]
}

/**
 * The effect of changing a profile: who would see less or more, and how many existing messages that concerns.
 * Grants that another profile also has are neither lost nor gained.
 * @throws Failure `permission-profile.not-found`
 */
export async function findProfileEffect(
  tx: TenantTx,
  id: PermissionProfileId,
  change: Change,
): Promise<AccessEffect> {
  const profiles = await findProfiles(tx)
  const standing = profiles.get(id)
  if (!standing) throw new Failure('permission-profile.not-found')
  return findEffect(tx, profiles, standing, change)
}

/** The effect of a profile that does not exist yet. */
export async function findNewProfileEffect(
  tx: TenantTx,
  { permissions, memberIds }: InputOf<typeof getNewProfileEffect>['body'],
): Promise<AccessEffect> {
  const change = { permissions, added: memberIds, removed: [], deleted: false }
  return findEffect(tx, await findProfiles(tx), nothingYet, change)
}

/** A profile without members and grants. */
const nothingYet: GivingProfile = {
  id: PermissionProfileId.parse(noId),
  name: '',
  channels: [],
  groupIds: [],
  permissions: [],
}

type Profiles = ReadonlyMap<PermissionProfileId, GivingProfile>

const findProfiles = async (tx: TenantTx): Promise<Profiles> =>
  new Map((await findAllProfiles(tx)).map((profile) => [profile.id, profile]))

async function findEffect(
  tx: TenantTx,
  profiles: Profiles,
  standing: GivingProfile,
  change: Change,
): Promise<AccessEffect> {
  const becomes = { ...standing, ...givenBy(change) }
  const fallback = change.moveTo && profiles.get(change.moveTo)
  const kinds = (await findKinds(tx, standing.id, change)).map((kind) => ({
    ...kind,
    others: kind.others.flatMap((other) => profiles.get(other) ?? []),
  }))
  const steps = kinds.map(({ role, others, had, has, count, names }): Step => {
    const after = has ? [...others, becomes] : others
    return {
      count,
      names,
      before: { role, profiles: had ? [...others, standing] : others },
      after: { role, profiles: after.length === 0 && fallback ? [fallback] : after },
    }
  })
  const cells = await findCells(tx)
  const differing = cells.filter((cell) => {
    const [was, is, saved] = [[standing], [becomes], fallback ? [fallback] : []].map((one) =>
      isWithin(one, cell),
    )
    return kinds.some(({ had, has, others }) => {
      const after = has ? is : others.length === 0 && saved
      return (had && was) !== after && !isWithin(others, cell)
    })
  })
  return toEffect(tx, steps, differing)
}

function givenBy({ permissions: given }: Change): Partial<GivingProfile> {
  if (!given) return {}
  const { channels, groups, permissions } = given
  return {
    ...(channels && { channels }),
    ...(groups && { groupIds: groups }),
    ...(permissions && { permissions }),
  }
}

async function findKinds(
  tx: TenantTx,
  id: PermissionProfileId,
  { added, removed, deleted }: Change,
): Promise<MemberKind[]> {
  const { rows } = await sql<MemberKind>`
    select role, others, had, has, count(*)::integer as count,
      (array_agg(name order by sort_name))[1:3] as names
    from (
      select person.role, person.display_name as name, person.sort_name, own.had,
        not ${deleted}::boolean and (
          person.id = any(${added}::uuid[]) or (own.had and person.id <> all(${removed}::uuid[]))) as has,
        array(select other.profile_id from permission_profile_member other
          where other.user_id = person.id and other.profile_id <> ${id} order by 1) as others
      from tenant_user person
      cross join lateral (select exists (select from permission_profile_member link
        where link.profile_id = ${id} and link.user_id = person.id) as had) own
      where person.removed_at is null and (own.had or person.id = any(${added}::uuid[]))
    ) member
    group by role, others, had, has`.execute(tx)
  return rows
}
