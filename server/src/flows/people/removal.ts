import type { UserId } from '@verbatim/contract/ids.ts'
import type { Removal } from '@verbatim/contract/users.ts'
import { sql } from 'kysely'
import { recordAudit } from '#domains/audit/commands.ts'
import type { IdentityAdmin } from '#domains/identity/admin.ts'
import { checkLastSuperAdmin, checkRoles, checkSelf, type Side } from '#domains/users/model.ts'
import {
  countOtherSuperAdmins,
  findGroupsOf,
  findProfilesOf,
  requireForChange,
  type UserRow,
} from '#domains/users/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { exactTotal } from '#platform/list.ts'
import { findEstate, handOver } from './hand-over.ts'

interface Leaver {
  readonly side: Side
  readonly id: UserId
}

/**
 * What removing somebody from an application would do; nothing is done.
 * @throws Failure `user.not-found`
 */
export async function findRemoval(tx: TenantTx, actor: Actor, leaver: Leaver): Promise<Removal> {
  const others = await countOtherSuperAdmins(tx, [leaver.id])
  const user = await requireForChange(tx, leaver.side, leaver.id)
  const refusal = refusalOf(() => checkRemoval(actor, leaver, user, others))
  return { ...(await toRemoval(tx, leaver, user)), ...(refusal && { refusal }) }
}

/**
 * Removes somebody from an application; who uses no other is gone as a user and stays as a name. What is theirs goes to
 * the successor. Records stay as they are.
 * @throws Failure `user.not-found`, `user.changed`, `user.self-removal`, `user.only-super-admin`,
 * `user.last-super-admin`, `user.needs-successor`, `user.unfit-successor`
 */
export async function removeUser(
  tx: TenantTx,
  { identityAdmin, actor }: { readonly identityAdmin: IdentityAdmin; readonly actor: Actor },
  leaver: Leaver & {
    readonly successorId?: UserId | undefined
    readonly expectedVersion?: number | undefined
  },
  now: Date,
): Promise<Removal> {
  const { id, side, successorId, expectedVersion } = leaver
  const others = await countOtherSuperAdmins(tx, [id])
  const user = await requireForChange(tx, side, id)
  if (expectedVersion !== undefined && expectedVersion !== user.version)
    throw new Failure('user.changed', { version: user.version })
  checkRemoval(actor, leaver, user, others)
  const removal = await toRemoval(tx, leaver, user)
  const { accounts, personalContacts, conversations } = removal
  const needsSuccessor = accounts.length > 0 || personalContacts > 0
  if (needsSuccessor && !successorId)
    throw new Failure('user.needs-successor', { accounts: accounts.length, contacts: personalContacts })
  const successor = needsSuccessor && successorId ? await requireSuccessor(tx, id, successorId) : undefined
  const moved = successor
    ? await handOver(tx, { from: id, to: successor.id }, now)
    : { contacts: 0, accounts: 0 }
  await leave(tx, user, side, now)
  if (!removal.remains) await identityAdmin.remove(tx, actor.tenantId, id)
  await recordAudit(
    tx,
    actor,
    {
      type: 'user_removed',
      target: { kind: 'user', id, name: user.display_name },
      changes: [
        { field: side === 'platform' ? 'role' : 'messengerRole', old: user[roleOf(side)], new: 'none' },
        ...(successor ? [{ field: 'successor', old: null, new: successor.name }] : []),
      ],
      counts: {
        groupsRemoved: removal.groups.length,
        permissionProfilesRemoved: removal.permissionProfiles.length,
        ...(successor && {
          accountsMoved: moved.accounts,
          contactsMoved: moved.contacts,
          conversationsMoved: conversations,
        }),
      },
    },
    now,
  )
  return removal
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

/** Somebody who keeps the messenger keeps what they have there. */
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
    ...(remains && { remains }),
  }
}

/** @throws Failure `user.unfit-successor` */
async function requireSuccessor(tx: TenantTx, leaverId: UserId, id: UserId) {
  const row = await tx
    .selectFrom('tenant_user')
    .select(['id', 'display_name'])
    .where('id', '=', id)
    .where('id', '<>', leaverId)
    .where('enabled', '=', true)
    .where('removed_at', 'is', null)
    .where('messenger_role', '<>', 'none')
    .forShare()
    .executeTakeFirst()
  if (!row) throw new Failure('user.unfit-successor', { field: 'successorId' })
  return { id: row.id, name: row.display_name }
}

/** The mail address becomes free: whoever is invited under it is somebody new. */
async function leave(tx: TenantTx, user: UserRow, side: Side, now: Date): Promise<void> {
  const remains = side === 'platform' ? user.messenger_role !== 'none' : user.role !== 'none'
  const isOver = (own: Side) => own === side || !remains
  if (isOver('messenger'))
    await tx.deleteFrom('conversation_group_member').where('user_id', '=', user.id).execute()
  if (isOver('platform'))
    await tx.deleteFrom('permission_profile_member').where('user_id', '=', user.id).execute()
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
