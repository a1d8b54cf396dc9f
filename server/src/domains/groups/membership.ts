import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** The two kinds of people in groups, and where they are kept. */
const kinds = {
  member: {
    link: sql.table('conversation_group_member'),
    key: sql.ref('user_id'),
    person: sql.table('tenant_user'),
    name: sql.ref('person.display_name'),
    eligible: sql<boolean>`person.messenger_role <> 'none' and person.removed_at is null`,
  },
  contact: {
    link: sql.table('conversation_group_contact'),
    key: sql.ref('contact_id'),
    person: sql.table('contact'),
    name: sql.ref('person.name'),
    eligible: sql<boolean>`person.archived_at is null`,
  },
} as const
export type PersonKind = keyof typeof kinds

export interface NamedPerson {
  readonly id: string
  readonly name: string
}

type PersonIds = readonly (UserId | ContactId)[]

/**
 * Puts people into a group; who is in it stays. Gives those who were not.
 * @throws Failure `group.unknown-person`
 */
export async function addPeople(
  tx: TenantTx,
  kind: PersonKind,
  groupId: GroupId,
  ids: PersonIds,
): Promise<readonly NamedPerson[]> {
  if (ids.length === 0) return []
  const { link, key, person, name, eligible } = kinds[kind]
  const { rows: known } = await sql<NamedPerson>`
    select person.id, ${name} as name from ${person} person
    where person.id = any(${ids}::uuid[]) and ${eligible} order by person.id for key share`.execute(tx)
  if (known.length !== new Set(ids).size) throw new Failure('group.unknown-person')
  const { rows: added } = await sql<{ id: string }>`
    insert into ${link} (group_id, ${key}) select ${groupId}, unnest(${ids}::uuid[])
    on conflict do nothing returning ${key} as id`.execute(tx)
  const fresh = new Set(added.map(({ id }) => id))
  return known.filter(({ id }) => fresh.has(id))
}

/**
 * Takes people out of a group, everybody where `ids` is absent. Gives those who were in it, and of them `left`: those
 * who are now in no group. Their rows are locked first, so that two who do so at once see of each other.
 */
export async function removePeople(
  tx: TenantTx,
  kind: PersonKind,
  groupId: GroupId,
  ids?: PersonIds,
): Promise<{ readonly removed: readonly NamedPerson[]; readonly left: readonly NamedPerson[] }> {
  if (ids?.length === 0) return { removed: [], left: [] }
  const { link, key, person, name, eligible } = kinds[kind]
  const meant: RawBuilder<boolean> = ids ? sql`person.id = any(${ids}::uuid[])` : sql`true`
  const { rows: removed } = await sql<NamedPerson>`
    select person.id, ${name} as name from ${person} person
    where ${meant} and person.id in (select ${key} from ${link} where group_id = ${groupId})
    order by person.id for no key update`.execute(tx)
  const goneIds = removed.map(({ id }) => id)
  if (goneIds.length === 0) return { removed, left: [] }
  await sql`delete from ${link} where group_id = ${groupId} and ${key} = any(${goneIds}::uuid[])`.execute(tx)
  const { rows: left } = await sql<NamedPerson>`
    select person.id, ${name} as name from ${person} person
    join (
      select unnest(${goneIds}::uuid[]) as id
      except select ${key} from ${link} where ${key} = any(${goneIds}::uuid[])
    ) bereft on bereft.id = person.id
    where ${eligible} order by ${name}`.execute(tx)
  return { removed, left }
}

/** The people of a group who are in no other: how many, and the first of them by name. */
export async function findOnlyHere(
  tx: TenantTx,
  kind: PersonKind,
  groupId: GroupId,
): Promise<{ readonly count: number; readonly names: readonly string[] }> {
  const { link, key, person, name, eligible } = kinds[kind]
  const { rows } = await sql<{ count: string; names: string[] | null }>`
    select count(*) as count, (array_agg(name order by name))[1:${sql.lit(mostNamed)}] as names from (
      select ${name} as name from ${person} person
      join (
        select ${key} as id from ${link} where group_id = ${groupId}
        except select ${key} from ${link} where group_id <> ${groupId}
      ) here on here.id = person.id
      where ${eligible}
    ) only_here`.execute(tx)
  return { count: Number(rows[0]?.count ?? 0), names: rows[0]?.names ?? [] }
}

/** Of those who offend, so many are named. */
const mostNamed = 20

/** Who stands in the way of a change, for a failure to name. */
export function offenders(people: readonly NamedPerson[]) {
  const more = people.length - mostNamed
  return {
    count: people.length,
    names: people.slice(0, mostNamed).map(({ name }) => name),
    more: more > 0 ? ` and ${more} more` : '',
  }
}
