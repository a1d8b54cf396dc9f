/**
 * People in groups, and people with permission profiles: every user keeps at least one of these links. A few statements do
 * all the work for any number of people.
 *
 * A membership is changed from two sides and belongs to both: a person who joins or leaves is another version afterwards, and so is
 * the group or profile. Every change locks groups and profiles first and then people, each in the order of their IDs; two changes
 * of both sides would otherwise wait for each other. Source: docs/decisions/0163.
 */
import type { FailureCode } from '@verbatim/contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { type ChangedCode, requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from './db.ts'
import { onlyRow } from './rows.ts'

/** A kind of link between people and groups or profiles. */
export interface Membership {
  readonly link: RawBuilder<unknown>
  /** The table of the groups or profiles. */
  readonly holders: RawBuilder<unknown>
  /** The column of the group or profile. */
  readonly holder: RawBuilder<unknown>
  /** The column of the person. */
  readonly key: RawBuilder<unknown>
  readonly person: RawBuilder<unknown>
  /** For a `person`. */
  readonly name: RawBuilder<string>
  /** People who may be members, and must have one membership. */
  readonly eligible: RawBuilder<boolean>
  /** A user to add does not exist, or is not eligible. */
  readonly unknown: FailureCode
}

/** The table of groups or profiles, and their failures. */
export interface Holders<Row> {
  readonly table: RawBuilder<Row>
  readonly missing: FailureCode
  readonly changed: ChangedCode
  /** The target for moved people is missing, or is the same group or profile. */
  readonly unknownTarget: FailureCode
}

/**
 * Locks a group or profile until the transaction ends, and also the one that people move to.
 * @throws Failure the holders' `missing`, `changed`, `unknownTarget`
 */
export async function takeHolder<
  Id extends string,
  Row extends { readonly id: Id; readonly version: number },
>(
  tx: TenantTx,
  { table, missing, changed, unknownTarget }: Holders<Row>,
  { id, expectedVersion }: Seen<Id>,
  moveTo?: Id,
): Promise<Row> {
  const ids = moveTo ? [id, moveTo] : [id]
  const { rows } = await sql<Row>`
    select * from ${table} where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  const taken = rows.find((row) => row.id === id)
  if (!taken) throw new Failure(missing)
  requireVersion(changed, taken.version, expectedVersion)
  if (moveTo && (moveTo === id || rows.length < 2)) throw new Failure(unknownTarget)
  return taken
}

/** Its people changed: what others saw is an older version. */
export async function nextVersion(
  tx: TenantTx,
  { table }: Pick<Holders<unknown>, 'table'>,
  id: string,
): Promise<{ readonly id: string; readonly name: string }> {
  return onlyRow(
    await sql<{ id: string; name: string }>`
      update ${table} set version = version + 1 where id = ${id} returning id, name`.execute(tx),
  )
}

/** A count, and the first few by name. */
export interface People {
  readonly count: number
  readonly names: readonly string[]
}

export const noPeople: People = { count: 0, names: [] }
/** The first few: so many. */
export const mostNames = 100

export const together = (one: People, other: People): People => ({
  count: one.count + other.count,
  names: [...one.names, ...other.names].slice(0, mostNames),
})

/** A group or profile, and who joins and leaves it: all leave if `removed` is undefined. */
interface Coming {
  readonly id: string
  readonly added: readonly string[]
  readonly removed: readonly string[] | undefined
}

/** Locks the people whom a change of a group or profile adds and removes, after the group or profile itself. */
export async function takePeople(
  tx: TenantTx,
  { link, holder, key, person }: Membership,
  { id, added, removed }: Coming,
): Promise<void> {
  if (added.length === 0 && removed?.length === 0) return
  await sql`select count(*) from (
    select from ${person} person where person.id in (
      select unnest(${added}::uuid[])
      union select gone.${key} from ${link} gone where gone.${holder} = ${id} and ${isOf(key, removed)})
    order by person.id for no key update
  ) locked`.execute(tx)
}

/** Adds people who are locked; existing members stay. Returns the new ones. @throws Failure the membership's `unknown` */
export async function addPeople(
  tx: TenantTx,
  { link, holder, key, person, name, eligible, unknown }: Membership,
  holderId: string,
  ids: readonly string[],
): Promise<People> {
  if (ids.length === 0) return noPeople
  const { rows: known } = await sql`select from ${person} person
    where person.id = any(${ids}::uuid[]) and ${eligible}`.execute(tx)
  if (known.length !== new Set(ids).size) throw new Failure(unknown)
  return only(
    await sql<People>`
      with added as (
        insert into ${link} (${holder}, ${key}) select ${holderId}, unnest(${ids}::uuid[])
        on conflict do nothing returning ${key} as id
      ), raised as (${raised(person, sql`added`)})
      select ${summary(name)} from added join ${person} person on person.id = added.id`.execute(tx),
  )
}

/** The people to remove, and those of them who would have none left. */
export interface Departure {
  readonly removed: People
  readonly left: People
}

/** The group or profile, and its members to remove: all if none are named. */
interface Leaving {
  readonly from: string
  readonly ids?: readonly string[] | undefined
}

/**
 * The people whom a removal would remove, without removing them yet. The caller has locked them (`takePeople`), so two removals at once
 * see each other.
 */
export async function findDeparture(
  tx: TenantTx,
  membership: Membership,
  { from, ids }: Leaving,
): Promise<Departure> {
  const { link, holder, key, person, name } = membership
  if (ids?.length === 0) return { removed: noPeople, left: noPeople }
  const meant = sql`${link} gone where gone.${holder} = ${from} and ${isOf(key, ids)}`
  const { rows } = await sql<People>`select ${summary(name)} from ${person} person
    where person.id in (select gone.${key} from ${meant})`.execute(tx)
  return { removed: only({ rows }), left: await findLeft(tx, membership, { from, ids }) }
}

/** The people who would have none left after a removal. */
export async function findLeft(
  tx: TenantTx,
  membership: Membership,
  { from, ids }: Leaving,
): Promise<People> {
  const { link, holder, key, person, name, eligible } = membership
  return only(
    await sql<People>`select ${summary(name)} from ${person} person
      where person.id in (select gone.${key} from ${link} gone where gone.${holder} = ${from} and ${isOf(key, ids)})
        and ${eligible} and not ${isElsewhere(membership, from)}`.execute(tx),
  )
}

/**
 * Removes the links that were found before. Users who would have none left move to `moveTo`: their link is changed, not
 * removed, so users are not checked one by one.
 */
export async function takeOut(
  tx: TenantTx,
  membership: Membership,
  { from, ids, moveTo }: Leaving & { readonly moveTo?: string | undefined },
): Promise<void> {
  const { link, holder, key, person, eligible } = membership
  if (ids?.length === 0) return
  if (moveTo)
    await sql`with moved as (
      update ${link} gone set ${holder} = ${moveTo}
      from ${person} person
      where gone.${holder} = ${from} and ${isOf(key, ids)} and person.tenant_id = gone.tenant_id
        and person.id = gone.${key} and ${eligible} and not ${isElsewhere(membership, from)}
      returning person.id
    ) ${raised(person, sql`moved`)}`.execute(tx)
  await sql`with removed as (
    delete from ${link} gone where gone.${holder} = ${from} and ${isOf(key, ids)} returning gone.${key} as id
  ) ${raised(person, sql`removed`)}`.execute(tx)
}

/** The next version of rows whose memberships changed. */
export const raised = (table: RawBuilder<unknown>, changed: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`update ${table} seen set version = seen.version + 1 from ${changed} changed where seen.id = changed.id`

/** Whether a `person` has another membership. */
const isElsewhere = ({ link, holder, key }: Membership, from: string): RawBuilder<boolean> =>
  sql`exists (select from ${link} other
    where other.tenant_id = person.tenant_id and other.${key} = person.id and other.${holder} <> ${from})`

const isOf = (key: RawBuilder<unknown>, ids: readonly string[] | undefined): RawBuilder<boolean> =>
  ids ? sql`gone.${key} = any(${ids}::uuid[])` : sql`true`

const summary = (name: RawBuilder<string>) =>
  sql`count(*)::int as count, coalesce((array_agg(${name} order by ${name}))[1:${sql.lit(mostNames)}], '{}') as names`

const only = ({ rows: [people] }: { readonly rows: readonly People[] }): People => people ?? noPeople

/** How many of the affected users are named. */
const mostNamed = 20

/** The users who prevent a change, for its failure. */
export function offenders({ count, names }: People) {
  const named = names.slice(0, mostNamed)
  const more = count - named.length
  return { count, names: named, more: more > 0 ? ` and ${more} more` : '' }
}

/** The removed (`old`) and added (`new`) people, for the audit trail: some names; counts cover the rest. */
export function namesChanged(field: string, gone: People, come: People) {
  const names = (people: People) => (people.count === 0 ? null : people.names)
  return gone.count + come.count === 0 ? [] : [{ field, old: names(gone), new: names(come) }]
}
