/** Administrators' changes of permission profiles. Every change is based on a version, and audited. */
import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type {
  ProfileDraft,
  ProfileInfo,
  ProfileMembersChange,
  ProfilePermissions,
} from '@verbatim/contract/permission-profiles.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { type Selectable, sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { Seen } from '#kernel/version.ts'
import { type Change, withChanges } from '#kernel/with-changes.ts'
import { refusing } from '#platform/db-errors.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  addPeople,
  findDeparture,
  type Holders,
  namesChanged,
  nextVersion,
  noPeople,
  offenders,
  takeHolder,
  type People,
  takeOut,
  takePeople,
} from '#platform/memberships.ts'
import type { PermissionProfileTable } from '#schema/people.ts'
import { createProfiles } from './create-profiles.ts'
import { givenChanges, givenCounts, nothing } from './given-changes.ts'
import { checkGiven, checkGivenProfiles } from './giving.ts'
import { profileMembers } from './profile-members.ts'

type ProfileRow = Selectable<PermissionProfileTable>
const profiles: Holders<ProfileRow> = {
  table: sql`permission_profile`,
  missing: 'permission-profile.not-found',
  changed: 'permission-profile.changed',
  unknownTarget: 'permission-profile.unknown-target',
}

type SeenProfile = Seen<PermissionProfileId>

/**
 * Makes a profile with its first members.
 * @throws Failure `permission-profile.name-taken`, `.unknown-person`, `.unknown-group`, `.beyond-own`
 */
export async function createProfile(
  tx: TenantTx,
  actor: Actor,
  { name, description, channels, groups, permissions, memberIds }: ProfileDraft,
  now: Date,
): Promise<PermissionProfileId> {
  checkGiven(actor, permissions)
  const id = newId<PermissionProfileId>(now)
  // Before the groups, because the deletion of one waits for its people first.
  await takePeople(tx, profileMembers, { id, added: memberIds, removed: [] })
  const groupNames = await namesOf(tx, groups)
  await refusingDuplicates(() =>
    createProfiles(tx, [{ id, name, description, channels, groupIds: groups, permissions }]),
  )
  const members = await addPeople(tx, profileMembers, id, memberIds)
  const changes = [
    ...changedFields({}, { name, description }),
    ...givenChanges(nothing, { channels, groups: groupNames, permissions }),
    ...namesChanged('members', noPeople, members),
  ]
  const counts = {
    ...givenCounts(nothing, { channels, groups: groupNames, permissions }),
    membersAdded: members.count,
  }
  const target = { kind: 'permission_profile', id, name }
  await recordAudit(tx, actor, { type: 'permission_profile_created', target, changes, counts }, now)
  return id
}

/** @throws Failure `permission-profile.not-found`, `.changed`, `.name-taken` */
export async function updateProfileInfo(
  tx: TenantTx,
  actor: Actor,
  { info, ...seen }: SeenProfile & { readonly info: Change<ProfileInfo> },
  now: Date,
): Promise<void> {
  const before = await takeHolder(tx, profiles, seen)
  const { name, description } = withChanges(before, info)
  const changes = changedFields({ name: before.name, description: before.description }, { name, description })
  if (changes.length === 0) return
  await refusingDuplicates(() =>
    tx
      .updateTable('permission_profile')
      .set({ name, name_key: nameKey(name), description, version: sql`version + 1` })
      .where('id', '=', seen.id)
      .execute(),
  )
  const target = { kind: 'permission_profile', id: seen.id, name }
  await recordAudit(tx, actor, { type: 'permission_profile_info_updated', target, changes }, now)
}

/**
 * Changes the given grants of a profile.
 * @throws Failure `permission-profile.not-found`, `.changed`, `.unknown-group`, `.beyond-own`
 */
export async function updateProfilePermissions(
  tx: TenantTx,
  actor: Actor,
  { given: change, ...seen }: SeenProfile & { readonly given: Change<ProfilePermissions> },
  now: Date,
): Promise<void> {
  const before = await takeHolder(tx, profiles, seen)
  const groupsBefore = before.all_groups ? ('all' as const) : await groupIdsOf(tx, seen.id)
  const { channels, permissions } = before
  const given = withChanges({ channels, groups: groupsBefore, permissions: permissions ?? [] }, change)
  checkGiven(actor, given.permissions, before.permissions ?? [])
  const was = {
    channels: before.channels,
    groups: await namesOf(tx, groupsBefore),
    permissions: before.permissions ?? [],
  }
  const groups = await namesOf(tx, given.groups)
  const becomes = { channels: given.channels, groups, permissions: given.permissions }
  const changes = givenChanges(was, becomes)
  if (changes.length === 0) return
  await tx
    .updateTable('permission_profile')
    .set({
      channels: [...new Set(given.channels)],
      all_groups: given.groups === 'all',
      permissions: given.permissions.length > 0 ? [...new Set(given.permissions)] : null,
      version: sql`version + 1`,
    })
    .where('id', '=', seen.id)
    .execute()
  await tx.deleteFrom('permission_profile_group').where('profile_id', '=', seen.id).execute()
  if (given.groups !== 'all')
    await sql`insert into permission_profile_group (profile_id, group_id)
      select ${seen.id}, unnest(${given.groups}::uuid[]) on conflict do nothing`.execute(tx)
  const target = { kind: 'permission_profile', id: seen.id, name: before.name }
  const counts = givenCounts(was, becomes)
  await recordAudit(
    tx,
    actor,
    { type: 'permission_profile_permissions_updated', target, changes, counts },
    now,
  )
}

/**
 * Adds and removes members of a profile. A user who would have no profile moves to `moveTo`.
 * @throws Failure `permission-profile.not-found`, `.changed`, `.unknown-person`, `.unknown-target`, `.last-profile`,
 * `.beyond-own`
 */
export async function updateProfileMembers(
  tx: TenantTx,
  actor: Actor,
  { change, ...seen }: SeenProfile & { readonly change: ProfileMembersChange },
  now: Date,
): Promise<void> {
  const profile = await takeHolder(tx, profiles, seen, change.moveTo)
  if (change.added.length > 0) checkGiven(actor, profile.permissions ?? [])
  await takePeople(tx, profileMembers, { id: seen.id, added: change.added, removed: change.removed })
  const added = await addPeople(tx, profileMembers, seen.id, change.added)
  const leaving = { from: seen.id, ids: change.removed, moveTo: change.moveTo }
  const removed = await removePeople(tx, actor, leaving, now)
  if (added.count + removed.count === 0) return
  await nextVersion(tx, profiles, seen.id)
  await tellMembers(tx, actor, { profile, added, removed }, now)
}

/**
 * Deletes a profile: its members lose what only this profile granted. Cannot be undone.
 * @throws Failure `permission-profile.not-found`, `.changed`, `.unknown-target`, `.last-profile`, `.beyond-own`
 */
export async function deleteProfile(
  tx: TenantTx,
  actor: Actor,
  { moveTo, ...seen }: SeenProfile & { readonly moveTo: PermissionProfileId | undefined },
  now: Date,
): Promise<void> {
  const profile = await takeHolder(tx, profiles, seen, moveTo)
  const groups = await namesOf(tx, profile.all_groups ? 'all' : await groupIdsOf(tx, seen.id))
  const was = { channels: profile.channels, groups, permissions: profile.permissions ?? [] }
  await takePeople(tx, profileMembers, { id: seen.id, added: [], removed: undefined })
  const removed = await removePeople(tx, actor, { from: seen.id, moveTo }, now)
  await tx.deleteFrom('permission_profile').where('id', '=', seen.id).execute()
  const { name, description } = profile
  const changes = [
    ...changedFields({ name, description }, {}),
    ...givenChanges(was, nothing),
    ...namesChanged('members', removed, noPeople),
  ]
  const counts = { ...givenCounts(was, nothing), membersRemoved: removed.count }
  const target = { kind: 'permission_profile', id: seen.id, name }
  await recordAudit(tx, actor, { type: 'permission_profile_deleted', target, changes, counts }, now)
}

/** Removes people from a profile. Those who would have none get the chosen profile, or the failure names them. */
async function removePeople(
  tx: TenantTx,
  actor: Actor,
  leaving: {
    readonly from: PermissionProfileId
    readonly ids?: readonly UserId[]
    readonly moveTo: PermissionProfileId | undefined
  },
  now: Date,
): Promise<People> {
  const { removed, left } = await findDeparture(tx, profileMembers, leaving)
  const { moveTo } = leaving
  if (left.count > 0 && !moveTo) throw new Failure('permission-profile.last-profile', offenders(left))
  if (left.count > 0 && moveTo) await checkGivenProfiles(tx, actor, [moveTo])
  await takeOut(tx, profileMembers, leaving)
  if (left.count === 0 || !moveTo) return removed
  const profile = await nextVersion(tx, profiles, moveTo)
  await tellMembers(tx, actor, { profile, added: left, removed: noPeople }, now)
  return removed
}

function tellMembers(
  tx: TenantTx,
  actor: Actor,
  what: {
    readonly profile: { readonly id: string; readonly name: string }
    readonly added: People
    readonly removed: People
  },
  now: Date,
): Promise<void> {
  const { profile, added, removed } = what
  const target = { kind: 'permission_profile', id: profile.id, name: profile.name }
  const counts = { membersAdded: added.count, membersRemoved: removed.count }
  const changes = namesChanged('members', removed, added)
  return recordAudit(tx, actor, { type: 'permission_profile_members_updated', target, changes, counts }, now)
}

const refusingDuplicates = <T>(work: () => Promise<T>): Promise<T> =>
  refusing('permission_profile_tenant_id_name_key_key', 'permission-profile.name-taken', work)

async function groupIdsOf(tx: TenantTx, profileId: PermissionProfileId): Promise<GroupId[]> {
  const rows = await tx
    .selectFrom('permission_profile_group')
    .select('group_id')
    .where('profile_id', '=', profileId)
    .execute()
  return rows.map((row) => row.group_id)
}

/** @throws Failure `permission-profile.unknown-group` */
async function namesOf(tx: TenantTx, groups: 'all' | readonly GroupId[]): Promise<string[]> {
  if (groups === 'all') return ['All groups']
  const { rows } = await sql<{ name: string }>`select name from conversation_group
    where id = any(${groups}::uuid[]) order by name for key share`.execute(tx)
  if (rows.length !== new Set(groups).size) throw new Failure('permission-profile.unknown-group')
  return rows.map(({ name }) => name)
}
