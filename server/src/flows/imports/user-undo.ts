import type { UserId } from '@verbatim/contract/ids.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { type Audited, changedFields, recordAudits } from '#domains/audit/commands.ts'
import { checkGiven } from '#domains/permissions/giving.ts'
import { type UserFields, type UserUpdate, updateUsers } from '#domains/users/changes.ts'
import { checkRoles, type Side } from '#domains/users/model.ts'
import type { UserRow } from '#domains/users/queries.ts'
import { wordsOf } from '#flows/people/update.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { DoneRow } from './kind.ts'
import { openSuperAdmins, type SuperAdmins } from './super-admins.ts'
import type { MembershipId } from './user-kind.ts'
import { findPresent, membersOf } from './user-rows.ts'

type Reason = string | undefined

/** Takes users out again who came by an import, and puts others back as they were: those whom nobody changed since. */
export async function undoUsers(
  tx: TenantTx,
  side: Side,
  { actor, rows }: { readonly actor: Actor; readonly rows: readonly DoneRow[] },
  now: Date,
): Promise<Reason[]> {
  const superAdmins = await openSuperAdmins(tx)
  const users = await lockUsers(
    tx,
    rows.map(({ targetId }) => targetId),
  )
  const busy = await findBusy(tx, [...users.keys()])
  const memberships = await openMemberships(tx, side, rows, [...users.values()])
  const gone: UserRow[] = []
  const restored: UserUpdate[] = []
  const audited: Audited[] = []
  const reasons = rows.map((row): Reason => {
    const user = users.get(row.targetId)
    const reason = reasonToKeep(row, user, busy)
    if (reason !== undefined || !user) return reason
    try {
      const { memberships: had = [], ...before } = beforeOf(row)
      const after = { ...user, ...before }
      const role = row.outcome === 'created' ? 'none' : after.role
      const back = memberships.bringBack(actor, user.id, had)
      if (had.length > 0 && back.length === 0)
        return `The ${side === 'platform' ? 'permission profiles' : 'groups'} they had are gone.`
      letGo({ actor, superAdmins }, user, role)
      const target = { kind: 'user', id: user.id, name: user.display_name }
      if (row.outcome === 'created') {
        gone.push(user)
        audited.push({ type: 'user_removed', target, changes: changedFields({ email: user.email }, {}) })
      } else {
        restored.push({ before: user, after, ...membersOf(side, back) })
        audited.push({ type: 'user_updated', target, changes: changedFields(wordsOf(user), wordsOf(after)) })
      }
      return undefined
    } catch (error) {
      if (error instanceof Failure) return error.message
      throw error
    }
  })
  await updateUsers(tx, restored)
  if (gone.length > 0)
    await sql`delete from tenant_user where id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(tx)
  await recordAudits(tx, actor, audited, now)
  return reasons
}

/** What an update replaced: see `user-rows.ts`. */
const beforeOf = ({ before }: DoneRow) =>
  (before ?? {}) as Partial<UserFields> & { readonly memberships?: readonly MembershipId[] }

interface Memberships {
  /**
   * Those of what somebody had that still stand.
   * @throws Failure `permission-profile.beyond-own` where one brings what the actor may not give
   */
  bringBack(actor: Actor, id: UserId, had: readonly MembershipId[]): readonly MembershipId[]
}

/** Groups or profiles may have been deleted since; those that stand stay until the batch is written. */
async function openMemberships(
  tx: TenantTx,
  side: Side,
  rows: readonly DoneRow[],
  users: readonly UserRow[],
): Promise<Memberships> {
  const ids = [...new Set(rows.flatMap((row) => beforeOf(row).memberships ?? []))]
  const named =
    side === 'platform'
      ? sql`select id, permissions from permission_profile`
      : sql`select id, null as permissions from conversation_group`
  const found = await sql<{ id: MembershipId; permissions: Permission[] | null }>`
    ${named} where id = any(${ids}::uuid[]) for key share`.execute(tx)
  const brings = new Map(found.rows.map(({ id, permissions }) => [id, permissions ?? []]))
  const present = await findPresent(tx, side, users)
  return {
    bringBack(actor, id, had) {
      const back = had.filter((one) => brings.has(one))
      const added = back.filter((one) => !present.get(id)?.includes(one))
      checkGiven(
        actor,
        added.flatMap((one) => brings.get(one) ?? []),
      )
      return back
    },
  }
}

function letGo(
  { actor, superAdmins }: { readonly actor: Actor; readonly superAdmins: SuperAdmins },
  user: UserRow,
  role: UserRow['role'],
): void {
  checkRoles(actor, user.role, role)
  if (user.role === 'super_admin' || role === 'super_admin') superAdmins.change(user, role)
}

function reasonToKeep(row: DoneRow, user: UserRow | undefined, busy: ReadonlySet<UserId>): Reason {
  if (!user || user.removed_at) return 'They were removed meanwhile.'
  if (user.version !== row.version) return 'They were changed meanwhile.'
  if (row.outcome === 'updated') return undefined
  if (user.last_sign_in_at) return 'They have signed in meanwhile.'
  return busy.has(user.id) ? 'They have accounts, contacts or messages meanwhile.' : undefined
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

/** Those whom something names that stays. */
async function findBusy(tx: TenantTx, ids: readonly string[]): Promise<ReadonlySet<UserId>> {
  const { rows } = await sql<{ id: UserId }>`
    select owner_id as id from channel_account where owner_id = any(${ids}::uuid[])
    union select owner_id from contact where owner_id = any(${ids}::uuid[])
    union select user_id from participant where user_id = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
