import type { GroupEffect } from '@verbatim/contract/groups.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { findRefusal } from '#flows/remove-group/remove-group.ts'
import { groupPeople } from '#domains/groups/group-people.ts'
import { requireGroup } from '#domains/groups/queries.ts'
import { currentPolicies } from '#domains/policies/current-version.ts'
import type { TenantTx } from '#platform/db.ts'
import { findLeft } from '#platform/memberships.ts'
import { onlyRow } from '#platform/rows.ts'

/**
 * What deleting a group would also remove.
 * @throws Failure `group.not-found`
 */
export async function findGroupEffect(tx: TenantTx, id: GroupId): Promise<GroupEffect> {
  const { memberCount, contactCount } = await requireGroup(tx, id)
  const found = await sql<{ conversations: number; profiles: string[]; policies: string[] }>`
    select
      (select count(*)::integer from conversation where merged_into is null and group_ids @> array[${id}]::uuid[]) as conversations,
      array(
        select profile.name from permission_profile_group link
        join permission_profile profile on profile.tenant_id = link.tenant_id and profile.id = link.profile_id
        where link.group_id = ${id} order by 1
      ) as profiles,
      array(
        select version.name from ${currentPolicies}
        where policy.deleted_at is null and version.group_ids @> array[${id}]::uuid[] order by 1
      ) as policies`.execute(tx)
  const members = await findLeft(tx, groupPeople.member, { from: id })
  const contacts = await findLeft(tx, groupPeople.contact, { from: id })
  const refusal = await findRefusal(tx, id)
  const { conversations, profiles, policies } = onlyRow(found)
  return {
    members: memberCount,
    contacts: contactCount,
    conversations,
    profiles,
    policies,
    left: {
      count: members.count + contacts.count,
      names: [...members.names, ...contacts.names].slice(0, 20),
    },
    ...(refusal && { refusal: refusal.message }),
  }
}
