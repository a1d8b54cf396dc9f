import type { GroupId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import type { ListQuery, Page } from '@verbatim/contract/list.ts'
import { type User, messengerUserList, platformUserList } from '@verbatim/contract/users.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { plainConditions } from '#platform/list/plain-conditions.ts'
import { allOf, column, type Columns, lowerWordsSql } from '#platform/list/sql.ts'
import type { TenantUserTable } from '#schema/people.ts'
import { initialsOf, type Side, usesSide } from './model.ts'

type Field = keyof typeof platformUserList.fields
type UserSearch = 'displayNameEmailPhoneNumber' | 'displayNameEmail'
export type UserRow = Selectable<TenantUserTable>
type UserQuery = Pick<ListQuery<Field, UserSearch>, 'filter' | 'sort' | 'limit' | 'skip' | 'search'>

const columnsOf = (side: Side): Columns<Field> => ({
  displayName: column('person.sort_name'),
  email: column('person.email_key'),
  status: column('person.status'),
  source: column('person.source'),
  role: column(side === 'platform' ? 'person.role' : 'person.messenger_role'),
  lastSignIn: column('person.last_sign_in_at', 'timestamptz'),
  created: column('person.created_at', 'timestamptz'),
  // Answered through the members instead: see `membershipSql`.
  groupId: column('person.id', 'uuid'),
  permissionProfileId: column('person.id', 'uuid'),
})

/** In lower case. */
export const nameAndEmail = sql`person.sort_name || ' ' ||
  case when person.removed_at is null then person.email_key else lower(person.email) end`
const searched: Record<UserSearch, RawBuilder<unknown>> = {
  displayNameEmailPhoneNumber: sql`(${nameAndEmail} || ' ' || coalesce(person.phone_number, ''))`,
  displayNameEmail: sql`(${nameAndEmail})`,
}

/** Users who use (see `usesSide`) or have used this application. */
export const isOn = (side: Side) =>
  side === 'platform'
    ? sql<boolean>`(person.role <> 'none' or person.removed_at is null and person.messenger_role = 'none'
        or person.removed_at is not null and 'platform' = any(person.removed_from))`
    : sql<boolean>`(person.messenger_role <> 'none' or person.removed_at is not null and 'messenger' = any(person.removed_from))`

/** One page of the users of an application; removed ones only if the filter names their status. */
export async function findUsers(tx: TenantTx, side: Side, query: UserQuery, now: Date): Promise<Page<User>> {
  const spec =
    side === 'platform' ? platformUserList : (messengerUserList as unknown as typeof platformUserList)
  const isMembership = ({ field }: Condition<Field>) => field === 'groupId' || field === 'permissionProfileId'
  const asksStatus = query.filter.some(({ field }) => field === 'status')
  const { search } = query
  const { items, ...total } = await findPage<UserRow, Field>(
    tx,
    {
      spec,
      columns: columnsOf(side),
      select: sql`person.*`,
      from: sql`tenant_user person`,
      where: allOf([
        isOn(side),
        asksStatus ? allOf([]) : sql`person.removed_at is null`,
        search ? lowerWordsSql(searched[search.field], search.text) : allOf([]),
        ...plainConditions(spec.fields, query.filter.filter(isMembership), now).map(membershipSql),
      ]),
      tie: sql`person.id`,
    },
    { ...query, filter: query.filter.filter((condition) => !isMembership(condition)).map(inLowerCase) },
    now,
  )
  return { items: await toUsers(tx, items), ...total }
}

/** Names and mail addresses are compared in lower case. */
const inLowerCase = <F extends string>(condition: Condition<F>): Condition<F> =>
  condition.field === 'displayName' || condition.field === 'email'
    ? { ...condition, values: condition.values.map((value) => value.toLowerCase()) }
    : condition

/** The members are looked up once, not once for every user. */
function membershipSql({
  field,
  test,
  values,
}: ReturnType<typeof plainConditions<Field>>[number]): RawBuilder<boolean> {
  const members =
    field === 'groupId'
      ? sql`select user_id from conversation_group_member where ${memberOf('group_id')}`
      : sql`select user_id from permission_profile_member where ${memberOf('profile_id')}`
  return test === 'in' || test === 'nempty'
    ? sql`person.id in (${members})`
    : sql`person.id not in (${members})`

  function memberOf(name: string) {
    return test === 'in' || test === 'nin' ? sql`${sql.ref(name)} = any(${values}::uuid[])` : sql`true`
  }
}

/** @throws Failure `user.not-found` also if the user only has the other application. */
export async function requireUser(tx: TenantTx, side: Side, id: UserId): Promise<User> {
  const { rows } = await sql<UserRow>`
    select person.* from tenant_user person where person.id = ${id} and ${isOn(side)}`.execute(tx)
  const [user] = await toUsers(tx, rows)
  if (!user) throw new Failure('user.not-found', { id })
  return user
}

/** The known users among `emailKeys` (lower case), without removed ones. */
export async function findUsersByEmail(
  tx: TenantTx,
  emailKeys: readonly string[],
): Promise<ReadonlyMap<string, UserRow>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await tx
    .selectFrom('tenant_user')
    .selectAll()
    .where('email_key', '=', sql<string>`any(${emailKeys}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.email_key, row]))
}

/** Locks a user for a change. @throws Failure `user.not-found` */
export async function requireForChange(tx: TenantTx, side: Side, id: UserId): Promise<UserRow> {
  const row = await findForChange(tx, side, id)
  if (!row) throw new Failure('user.not-found', { id })
  return row
}

/** Locks a user of an application. */
export async function findForChange(tx: TenantTx, side: Side, id: UserId): Promise<UserRow | undefined> {
  const row = await tx
    .selectFrom('tenant_user')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && !row.removed_at && usesSide(side, row) ? row : undefined
}

/** How many other Super Admins may sign in than the user who changes. @param others People who are locked with them */
export async function countOtherSuperAdmins(
  tx: TenantTx,
  id: UserId,
  others: readonly UserId[] = [],
): Promise<number> {
  const admins = await lockSuperAdmins(tx, sql`select unnest(${[id, ...others]}::uuid[])`)
  return admins.filter((admin) => admin !== id).length
}

/**
 * The Super Admins who may sign in. Locks them and the people who change, all by their IDs as every change of people does: if two
 * demote each other, one waits and then finds no one left.
 * @param people A query for the IDs of those who change
 */
export async function lockSuperAdmins(tx: TenantTx, people: RawBuilder<unknown>): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId; counts: boolean }>`
    select id, role = 'super_admin' and enabled as counts from tenant_user
    where (role = 'super_admin' and enabled) or id in (${people}) order by id for update`.execute(tx)
  return rows.flatMap(({ id, counts }) => (counts ? [id] : []))
}

/** The groups of people, by name. */
export function findGroupsOf(tx: TenantTx, ids: readonly UserId[]) {
  return findNamed<GroupId>(
    tx,
    ids,
    sql`conversation_group_member member join conversation_group named
      on named.tenant_id = member.tenant_id and named.id = member.group_id`,
  )
}

/** The permission profiles of people, by name. */
export function findProfilesOf(tx: TenantTx, ids: readonly UserId[]) {
  return findNamed<PermissionProfileId>(
    tx,
    ids,
    sql`permission_profile_member member join permission_profile named
      on named.tenant_id = member.tenant_id and named.id = member.profile_id`,
  )
}

/** A group or a permission profile with its name. */
export interface Named<Id extends string = string> {
  readonly id: Id
  readonly name: string
}

async function findNamed<Id extends string>(
  tx: TenantTx,
  ids: readonly UserId[],
  joined: RawBuilder<unknown>,
): Promise<ReadonlyMap<UserId, Named<Id>[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ user_id: UserId; id: Id; name: string }>`
    select member.user_id, named.id, named.name from ${joined}
    where member.user_id = any(${ids}::uuid[]) order by named.name_key, named.id`.execute(tx)
  const found = new Map<UserId, Named<Id>[]>()
  for (const { user_id: userId, id, name } of rows) {
    const of = found.get(userId) ?? []
    of.push({ id, name })
    found.set(userId, of)
  }
  return found
}

async function toUsers(tx: TenantTx, rows: readonly UserRow[]): Promise<User[]> {
  const ids = rows.map(({ id }) => id)
  const groups = await findGroupsOf(tx, ids)
  const profiles = await findProfilesOf(tx, ids)
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    fullName: row.display_name,
    initials: initialsOf(row.display_name),
    ...(row.phone_number && { phoneNumber: row.phone_number }),
    role: row.role,
    messengerRole: row.messenger_role,
    status: row.status,
    source: row.source,
    permissionProfiles: profiles.get(row.id) ?? [],
    groups: groups.get(row.id) ?? [],
    ...(row.invited_at && { invitedAt: row.invited_at.toISOString() }),
    ...(row.last_sign_in_at && { lastSignInAt: row.last_sign_in_at.toISOString() }),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }))
}
