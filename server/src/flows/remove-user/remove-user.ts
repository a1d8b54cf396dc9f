import type { UserId } from '@verbatim/contract/ids.ts'
import type { Removal } from '@verbatim/contract/user-removal.ts'
import { sql } from 'kysely'
import { recordAudits } from '#domains/audit/commands.ts'
import { leaveInbox } from '#domains/inbox/commands.ts'
import { leaveSavedViews } from '#domains/saved-views/commands.ts'
import { countOpenEvents, releaseEvents } from '#domains/cognitive-events/commands.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { dropRecipient, findNotificationsTo } from '#domains/notifications/commands.ts'
import { groupsHandedOver } from '#domains/contacts/hand-over.ts'
import { groupPeople } from '#domains/groups/group-people.ts'
import { profileMembers } from '#domains/permissions/profile-members.ts'
import { updateUsers } from '#domains/users/changes.ts'
import { placeUsers } from '#domains/users/places.ts'
import { checkLastSuperAdmin, checkRoles, checkSelf, type Side } from '#domains/users/model.ts'
import {
  countOtherSuperAdmins,
  findForChange,
  findGroupsOf,
  findProfilesOf,
  requireForChange,
  type UserRow,
} from '#domains/users/queries.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { requireVersion } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf, lockInOrder, type Moving } from '#platform/places.ts'
import { exactTotal } from '@verbatim/contract/list.ts'
import { findEstate, handOver } from './hand-over.ts'
import { type Move, auditedByEach, changesOfMoves } from '#domains/audit/moves.ts'

interface Leaver {
  readonly side: Side
  readonly id: UserId
}

/**
 * Shows what removing a user from an application would do, without doing it.
 * @throws Failure `user.not-found`
 */
export async function findRemoval(tx: TenantTx, actor: Actor, leaver: Leaver): Promise<Removal> {
  const others = await countOtherSuperAdmins(tx, leaver.id)
  const user = await requireForChange(tx, leaver.side, leaver.id)
  const refusal = refusalOf(() => checkRemoval(actor, leaver, user, others))
  return { ...(await toRemoval(tx, leaver, user)), ...(refusal && { refusal }) }
}

/**
 * Removes a user from an application. A user without another application is removed entirely; only the name stays. Their
 * accounts and contacts go to the successor. Records do not change.
 * @throws Failure `user.not-found`, `user.changed`, `user.self-removal`, `user.only-super-admin`,
 * `user.last-super-admin`, `user.needs-successor`, `user.unfit-successor`
 */
export async function removeUser(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  leaver: Leaver & {
    readonly successorId?: UserId | undefined
    /** Whether the successor joins the groups of the user who leaves. */
    readonly joinGroups?: boolean | undefined
    readonly expectedVersion?: number | undefined
  },
  clock: Clock,
): Promise<Removal> {
  const { id, side, successorId, joinGroups, expectedVersion } = leaver
  // What is being stored is stored with the owners from before; and before people are locked, as a capture does.
  await lockTenant(tx)
  const now = clock.now()
  const { others, user } = await lockInOrder(tx, placesOf(leaver), async () => ({
    others: await countOtherSuperAdmins(tx, id, successorId ? [successorId] : []),
    user: await requireForChange(tx, side, id),
  }))
  requireVersion('user.changed', user.version, expectedVersion)
  checkRemoval(actor, leaver, user, others)
  const removal = await toRemoval(tx, leaver, user)
  const { accounts, personalContacts, conversations } = removal
  const needsSuccessor = accounts.length > 0 || personalContacts > 0
  if (needsSuccessor && !successorId)
    throw new Failure('user.needs-successor', { accounts: accounts.length, contacts: personalContacts })
  const successor = needsSuccessor && successorId ? await requireSuccessor(tx, id, successorId) : undefined
  const moved = successor && {
    name: successor.display_name,
    ...(await handOver(tx, { from: id, to: successor.id }, now)),
    conversations,
  }
  if (successor && joinGroups) await join(tx, actor, { successor, groups: removal.groups }, now)
  await leave(tx, user, side, now)
  if (removal.remains !== 'platform') await releaseEvents(tx, actor, id, now)
  if (!removal.remains) {
    await leaveSavedViews(tx, id)
    await leaveInbox(tx, [id])
    await identityAdmin.remove(tx, id)
    await dropRecipient(tx, actor, user.email.toLowerCase(), now)
  }
  await recordLeaving(tx, actor, { user, side, removal, moved }, now)
  return removal
}

/** The groups and profiles that the user leaves, and those that contacts of the successor join. */
function placesOf({
  id,
  successorId,
}: {
  readonly id: UserId
  readonly successorId?: UserId | undefined
}): Moving[] {
  const user = sql`select ${id}::uuid`
  const { member } = groupPeople
  const ofContacts = successorId ? sql`union all ${groupsHandedOver({ from: id, to: successorId })}` : sql``
  return [
    { of: member, ids: sql`${holdersOf(member, user)} ${ofContacts}` },
    { of: profileMembers, ids: holdersOf(profileMembers, user) },
  ]
}

interface Leaving {
  readonly user: UserRow
  readonly side: Side
  readonly removal: Removal
  /** Who took over what. */
  readonly moved:
    | {
        readonly name: string
        readonly accounts: number
        readonly contacts: number
        readonly conversations: number
      }
    | undefined
}

function recordLeaving(
  tx: TenantTx,
  actor: Actor,
  { user, side, removal, moved }: Leaving,
  now: Date,
): Promise<void> {
  const moves: Move[] = [
    { of: 'groups', before: removal.groups, after: [] },
    { of: 'permissionProfiles', before: removal.permissionProfiles, after: [] },
  ]
  const left = changesOfMoves(moves)
  const counts = {
    ...left.counts,
    ...(moved && {
      accountsMoved: moved.accounts,
      contactsMoved: moved.contacts,
      conversationsMoved: moved.conversations,
    }),
    ...(removal.openEvents > 0 && { eventsReleased: removal.openEvents }),
  }
  const role = side === 'platform' ? 'role' : 'messengerRole'
  const changes = [
    { field: role, old: user[roleOf(side)], new: 'none' },
    ...(moved ? [{ field: 'successor', old: null, new: moved.name }] : []),
    ...left.changes,
  ]
  const target = { kind: 'user', id: user.id, name: user.display_name }
  return recordAudits(
    tx,
    actor,
    [
      ...auditedByEach(moves, { name: user.display_name, as: 'members' }),
      { type: 'user_removed', target, changes, counts },
    ],
    now,
  )
}

/** Adds the successor to the groups of the user who leaves, so that they reach the same people. */
async function join(
  tx: TenantTx,
  actor: Actor,
  { successor, groups }: { readonly successor: UserRow; readonly groups: Removal['groups'] },
  now: Date,
): Promise<void> {
  const own = (await findGroupsOf(tx, [successor.id])).get(successor.id) ?? []
  const ids = new Set(own.map(({ id }) => id))
  const fresh = groups.filter(({ id }) => !ids.has(id))
  if (fresh.length === 0) return
  const groupIds = [...own, ...fresh].map(({ id }) => id)
  await updateUsers(tx, [{ before: successor, after: successor, groupIds }])
  const target = { kind: 'user', id: successor.id, name: successor.display_name }
  const moves: Move[] = [{ of: 'groups', before: own, after: [...own, ...fresh] }]
  await recordAudits(
    tx,
    actor,
    [
      ...auditedByEach(moves, { name: successor.display_name, as: 'members' }),
      { type: 'user_updated', target, ...changesOfMoves(moves) },
    ],
    now,
  )
}

const roleOf = (side: Side) => (side === 'platform' ? 'role' : 'messenger_role')

function checkRemoval(actor: Actor, { side }: Leaver, user: UserRow, others: number): void {
  checkSelf(actor, user)
  if (side !== 'platform') return
  checkRoles(actor, user.role, 'none')
  checkLastSuperAdmin(user, { role: 'none', enabled: false }, others)
}

function refusalOf(check: () => void): string | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof Failure) return error.message
    throw error
  }
}

/** A user who still has the messenger keeps their accounts and contacts there. */
async function toRemoval(tx: TenantTx, { side }: Leaver, user: UserRow): Promise<Removal> {
  const remains =
    side === 'platform'
      ? user.messenger_role !== 'none' && ('messenger' as const)
      : user.role !== 'none' && ('platform' as const)
  const leavesMessenger = remains !== 'messenger'
  const leavesPlatform = remains !== 'platform'
  const none = { accounts: [], personalContacts: 0, conversations: 0 }
  const estate = leavesMessenger ? await findEstate(tx, user.id, exactTotal) : none
  return {
    userId: user.id,
    name: user.display_name,
    ...estate,
    groups: leavesMessenger ? ((await findGroupsOf(tx, [user.id])).get(user.id) ?? []) : [],
    permissionProfiles: leavesPlatform ? ((await findProfilesOf(tx, [user.id])).get(user.id) ?? []) : [],
    openEvents: leavesPlatform ? await countOpenEvents(tx, user.id) : 0,
    notifications: remains
      ? []
      : (await findNotificationsTo(tx, user.email.toLowerCase())).map(({ policy, ceases }) => ({
          policy,
          ceases,
        })),
    ...(remains && { remains }),
  }
}

/** @throws Failure `user.unfit-successor` */
async function requireSuccessor(tx: TenantTx, leaverId: UserId, id: UserId): Promise<UserRow> {
  const row = id === leaverId ? undefined : await findForChange(tx, 'messenger', id)
  if (!row?.enabled) throw new Failure('user.unfit-successor', { field: 'successorId' })
  return row
}

/** The mail address becomes free: inviting it creates a new user. */
async function leave(tx: TenantTx, user: UserRow, side: Side, now: Date): Promise<void> {
  const remains = side === 'platform' ? user.messenger_role !== 'none' : user.role !== 'none'
  const isOver = (own: Side) => own === side || !remains
  await placeUsers(tx, [
    {
      id: user.id,
      ...(isOver('messenger') && { groupIds: [] }),
      ...(isOver('platform') && { profileIds: [] }),
    },
  ])
  await tx
    .updateTable('tenant_user')
    .set({
      ...(side === 'platform' ? { role: 'none' as const } : { messenger_role: 'none' as const }),
      removed_from: sql`array_append(removed_from, ${side})`,
      version: sql`version + 1`,
      ...(!remains && { enabled: false, removed_at: now, email_key: `removed ${user.id}` }),
    })
    .where('id', '=', user.id)
    .execute()
}
