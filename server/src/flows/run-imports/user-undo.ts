import type { UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { type Audited, changedFields } from '#domains/audit/commands.ts'
import { leaveInbox } from '#domains/inbox/commands.ts'
import { checkGiven } from '#domains/permissions/giving.ts'
import { auditedUser } from '#domains/users/audited.ts'
import { type UserFields, type UserUpdate, updateUsers } from '#domains/users/changes.ts'
import { checkRoles, type Side } from '#domains/users/model.ts'
import { placeUsers } from '#domains/users/places.ts'
import type { UserRow } from '#domains/users/queries.ts'
import { addedOf, type Move, auditedByEach, changesOfMoves } from '#domains/audit/moves.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { holdersOf } from '#platform/places.ts'
import type { DoneRow } from './kind.ts'
import { openPhones, type Phones, retryWhenPhonesTaken } from './phones.ts'
import { collect, planEach, recordPlans } from './plans.ts'
import { openSuperAdmins, type SuperAdmins } from './super-admins.ts'
import type { MembershipId } from './user-kind.ts'
import { findReferred } from './user-references.ts'
import { findPresent, heldBy, membershipOf, membersOf, type NamedMembership } from './user-rows.ts'

type Reason = string | undefined

/** Removes users that an import created, and restores others to their earlier state, unless they were changed since. */
export function undoUsers(tx: TenantTx, side: Side, undone: Undone, now: Date): Promise<Reason[]> {
  return retryWhenPhonesTaken(tx, () => undo(tx, side, undone, now))
}

interface Undone {
  readonly actor: Actor
  readonly rows: readonly DoneRow[]
}

async function undo(tx: TenantTx, side: Side, { actor, rows }: Undone, now: Date): Promise<Reason[]> {
  const standing = await takeStanding(tx, side, rows)
  const ids = rows.map(({ targetId }) => targetId)
  const superAdmins = await openSuperAdmins(tx, sql`select unnest(${ids}::uuid[])`)
  const users = await lockUsers(tx, ids)
  const phones = rows.flatMap((row) => beforeOf(row).phone_number ?? [])
  const place: Place = {
    side,
    actor,
    superAdmins,
    phones: await openPhones(tx, phones),
    memberships: await openMemberships(tx, side, standing, [...users.values()]),
    busy: await findReferred(tx, [...users.keys()]),
  }
  const planned = planEach(
    rows,
    (row) => plan(place, row, users.get(row.targetId)),
    (reason): Planned => ({ reason }),
  )
  await updateUsers(tx, collect(planned, 'restored'))
  const gone = collect(planned, 'goneId')
  // They are locked, so nothing more refers to them by now.
  await leaveInbox(tx, gone)
  await placeUsers(
    tx,
    gone.map((id) => ({ id, groupIds: [], profileIds: [] })),
  )
  if (gone.length > 0) await sql`delete from tenant_user where id = any(${gone}::uuid[])`.execute(tx)
  await recordPlans(tx, actor, planned, now)
  return planned.map(({ reason }) => reason)
}

interface Place {
  readonly side: Side
  readonly actor: Actor
  readonly superAdmins: SuperAdmins
  readonly phones: Phones
  readonly memberships: Memberships
  readonly busy: ReadonlySet<UserId>
}

/** The result of undoing a row: a change to audit, or the reason why there is none. */
interface Planned {
  readonly reason?: Reason
  readonly goneId?: UserId
  readonly restored?: UserUpdate
  readonly audited?: readonly Audited[]
}

function plan(place: Place, row: DoneRow, user: UserRow | undefined): Planned {
  const { side, actor, phones, memberships, busy } = place
  const reason = reasonToKeep(row, user, busy)
  if (reason !== undefined || !user) return { reason }
  const target = { kind: 'user', id: user.id, name: user.display_name }
  if (row.outcome === 'created') {
    letGo(place, user, 'none')
    const move = memberships.takeAway(user.id)
    const moved = changesOfMoves([move])
    const changes = [...changedFields({ email: user.email }, {}), ...moved.changes]
    return {
      goneId: user.id,
      audited: [
        ...auditedByEach([move], { name: user.display_name, as: 'members' }),
        { type: 'user_removed', target, changes, counts: moved.counts },
      ],
    }
  }
  const { memberships: had = [], ...before } = beforeOf(row)
  const after = { ...user, ...before }
  const move = memberships.bringBack(actor, user.id, had)
  if (had.length > 0 && move.after.length === 0)
    return {
      reason: `The ${side === 'platform' ? 'permission profiles' : 'groups'} they had no longer exist.`,
    }
  if (after.phone_number !== null && after.phone_number !== user.phone_number)
    phones.claim({ id: user.id, name: user.display_name }, after.phone_number)
  letGo(place, user, after.role)
  return {
    restored: { before: user, after, ...membersOf(side, move.after) },
    audited: auditedUser(user, after, [move]),
  }
}

/** The values that an update replaced: see `user-rows.ts`. */
const beforeOf = ({ before }: DoneRow) =>
  (before ?? {}) as Partial<UserFields> & { readonly memberships?: readonly MembershipId[] }

interface Memberships {
  /**
   * The change from a user's current memberships back to the earlier ones that still exist.
   * @throws Failure `permission-profile.beyond-own` if one grants more than the actor may give
   */
  bringBack(actor: Actor, id: UserId, had: readonly MembershipId[]): Move<MembershipId>
  /** The change by which a user leaves all of them. */
  takeAway(id: UserId): Move<MembershipId>
}

interface Standing extends NamedMembership {
  readonly permissions: Permission[] | null
}

/**
 * Groups or profiles may have been deleted since; the others, and those that people leave, are locked until the batch is saved.
 * They are locked before people.
 */
async function takeStanding(
  tx: TenantTx,
  side: Side,
  rows: readonly DoneRow[],
): Promise<ReadonlyMap<MembershipId, Standing>> {
  const ids = [...new Set(rows.flatMap((row) => beforeOf(row).memberships ?? []))]
  const read =
    side === 'platform'
      ? sql`select id, name, permissions from permission_profile`
      : sql`select id, name, null as permissions from conversation_group`
  const people = sql`select unnest(${rows.map(({ targetId }) => targetId)}::uuid[])`
  const found = await sql<Standing>`
    ${read} where id = any(${ids}::uuid[]) or id in (${holdersOf(membershipOf[side], people)})
    order by id for no key update`.execute(tx)
  return new Map(found.rows.map((row) => [row.id, row]))
}

async function openMemberships(
  tx: TenantTx,
  side: Side,
  standing: Awaited<ReturnType<typeof takeStanding>>,
  users: readonly UserRow[],
): Promise<Memberships> {
  const present = await findPresent(tx, side, users)
  return {
    bringBack(actor, id, had) {
      const after = had.flatMap((one) => standing.get(one) ?? [])
      const move = { of: heldBy[side], before: present.get(id) ?? [], after }
      const added = addedOf(move)
      checkGiven(
        actor,
        added.flatMap((one) => standing.get(one.id)?.permissions ?? []),
      )
      return move
    },
    takeAway: (id) => ({ of: heldBy[side], before: present.get(id) ?? [], after: [] }),
  }
}

function letGo(
  { actor, superAdmins }: Pick<Place, 'actor' | 'superAdmins'>,
  user: UserRow,
  role: UserRow['role'],
): void {
  checkRoles(actor, user.role, role)
  if (user.role === 'super_admin' || role === 'super_admin') superAdmins.change(user, role)
}

function reasonToKeep(row: DoneRow, user: UserRow | undefined, busy: ReadonlySet<UserId>): Reason {
  if (!user || user.removed_at) return 'They have been removed since.'
  if (user.version !== row.version) return 'They have been changed since.'
  if (row.outcome === 'updated') return undefined
  if (user.last_sign_in_at) return 'They have signed in since.'
  return busy.has(user.id)
    ? 'They have accounts, contacts or messages now, or are named in events, reports or alerts.'
    : undefined
}

async function lockUsers(tx: TenantTx, ids: readonly string[]): Promise<ReadonlyMap<string, UserRow>> {
  const rows = await tx
    .selectFrom('tenant_user')
    .selectAll()
    .where('id', '=', sql<UserId>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
