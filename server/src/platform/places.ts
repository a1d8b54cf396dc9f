/** The other side of `memberships.ts`: the groups or profiles of people, for any number of people in a few statements. */
import { type RawBuilder, sql } from 'kysely'
import { type Columns, rowsOf } from './bulk.ts'
import type { TenantTx } from './db.ts'
import { type Membership, raised } from './memberships.ts'

/** All the groups or profiles of a person after a change. */
export interface Place {
  readonly person: string
  readonly holders: readonly string[]
}

interface Link<Person extends string = string, Holder extends string = string> {
  readonly person: Person
  readonly holder: Holder
}
const linkColumns: Columns<Link> = { person: 'uuid', holder: 'uuid' }

/** The groups or profiles that a change of people will change. */
export interface Moving {
  readonly of: Membership
  /** Selects their IDs. */
  readonly ids: RawBuilder<unknown>
}

/**
 * Locks groups or profiles, and then people with `lockPeople`. Memberships may change until the people are locked; then both are
 * released and locked again, because a group that is locked after people could wait for a change that waits for the people.
 */
export async function lockInOrder<T>(
  tx: TenantTx,
  moving: readonly Moving[],
  lockPeople: () => Promise<T>,
): Promise<T> {
  for (;;) {
    await sql`savepoint moving`.execute(tx)
    const locked: string[] = []
    for (const { of, ids } of moving) locked.push(...(await lockHolders(tx, of, ids)))
    const people = await lockPeople()
    if (await areAll(tx, moving, locked)) return people
    await sql`rollback to savepoint moving`.execute(tx)
  }
}

async function lockHolders(
  tx: TenantTx,
  { holders }: Membership,
  ids: RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select held.id from ${holders} held where held.id in (${ids}) order by held.id for no key update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

async function areAll(tx: TenantTx, moving: readonly Moving[], locked: readonly string[]): Promise<boolean> {
  for (const { of, ids } of moving) {
    const { rows } = await sql`select from ${of.holders} held
      where held.id in (${ids}) and held.id <> all(${locked}::uuid[]) limit 1`.execute(tx)
    if (rows.length > 0) return false
  }
  return true
}

/** The groups or profiles that people have. */
export const holdersOf = (
  { link, holder, key }: Membership,
  people: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`select had.${holder} from ${link} had where had.${key} in (${people})`

/** The groups or profiles that people will join or leave. Memberships that stay are not changed, and need no lock. */
export function movedOf({ link, holder, key }: Membership, places: readonly Place[]): RawBuilder<unknown> {
  const given = sql`select given.person, given.holder from ${rowsOf(linkColumns, linksOf(places))}`
  const present = sql`select had.${key}, had.${holder} from ${link} had where had.${key} = any(${peopleOf(places)}::uuid[])`
  return sql`select moved.holder from (
    (${given} except ${present}) union all (${present} except ${given})) moved (person, holder)`
}

/** Gives people, who are locked or new, these groups or profiles and no others. The caller writes the people's next versions. */
export async function placePeople(
  tx: TenantTx,
  { link, holder, key, holders }: Membership,
  places: readonly Place[],
): Promise<void> {
  if (places.length === 0) return
  await sql`
    with wanted as materialized (select given.person, given.holder from ${rowsOf(linkColumns, linksOf(places))}),
    come as (
      insert into ${link} (${holder}, ${key}) select wanted.holder, wanted.person from wanted
      on conflict do nothing returning ${holder} as id),
    gone as (
      delete from ${link} had where had.${key} = any(${peopleOf(places)}::uuid[])
        and (had.${key}, had.${holder}) not in (select wanted.person, wanted.holder from wanted)
      returning had.${holder} as id)
    ${raised(holders, sql`(select id from come union select id from gone)`)}`.execute(tx)
}

/** Adds groups or profiles to those of people. @returns The new ones of each. */
export async function joinHolders<Person extends string, Holder extends string>(
  tx: TenantTx,
  { link, holder, key, holders }: Membership,
  links: readonly Link<Person, Holder>[],
): Promise<readonly Link<Person, Holder>[]> {
  if (links.length === 0) return []
  const { rows } = await sql<Link<Person, Holder>>`
    with come as (
      insert into ${link} (${holder}, ${key}) select given.holder, given.person from ${rowsOf(linkColumns, links)}
      on conflict do nothing returning ${key} as person, ${holder} as holder),
    raised as (${raised(holders, sql`(select distinct holder as id from come)`)})
    select person, holder from come`.execute(tx)
  return rows
}

const linksOf = (places: readonly Place[]): Link[] =>
  places.flatMap(({ person, holders }) => [...new Set(holders)].map((holder) => ({ person, holder })))
const peopleOf = (places: readonly Place[]): string[] => places.map(({ person }) => person)
