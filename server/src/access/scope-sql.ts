/** The law of access as SQL: the condition of every read of scoped rows. */
import { type RawBuilder, sql } from 'kysely'
import type { AccessScope, Grant } from '#kernel/actor.ts'
import { type Dimension, dimensions } from './law.ts'
import { isEverything } from './scope.ts'

/** Whether a row has one of some values, if its table has no column for the dimension. */
type Otherwise = { readonly [D in keyof Grant]?: (values: RawBuilder<unknown>) => RawBuilder<boolean> }

/**
 * Whether a row is within a scope: in every dimension of one of its grants. An empty scope contains no row.
 * @param table The alias of the table in the query.
 */
export function withinScope(
  scope: AccessScope,
  table: string,
  otherwise: Otherwise = {},
): RawBuilder<boolean> {
  if (scope.some(isEverything)) return sql`true`
  return anyOf(
    scope.map((grant) =>
      grantSql(grant, (dimension, values) => {
        const own = otherwise[dimension.granted]
        return own ? own(values) : holdsSql(dimension, table, values)
      }),
    ),
  )
}

/**
 * The same for tables in which a row without a value in a dimension is not limited by it, and a row without any is visible to every
 * reader.
 */
export function withinScopeOrUnbound(scope: AccessScope, table: string): RawBuilder<boolean> {
  if (scope.some(isEverything)) return sql`true`
  const unbound = (dimension: Dimension) => sql<boolean>`${columnOf(dimension, table)} is null`
  const grants = scope.map((grant) =>
    grantSql(grant, (dimension, values) => anyOf([unbound(dimension), holdsSql(dimension, table, values)])),
  )
  return anyOf([allOf(dimensions.map(unbound)), ...grants])
}

/** Whether a profile of a `tenant_user person` grants a row: the law for all users at once. */
export function reachedBy(table: string): RawBuilder<boolean> {
  return sql`exists (
    select from permission_profile_member link
    join permission_profile profile on profile.tenant_id = link.tenant_id and profile.id = link.profile_id
    where link.tenant_id = person.tenant_id and link.user_id = person.id and ${givenByProfile(table)})`
}

/** Whether a `permission_profile profile` grants a row: for one row and many users, the row's profiles are found first. */
export const givenByProfile = (table: string): RawBuilder<boolean> =>
  allOf(dimensions.map((dimension) => dimension.givenByProfile(columnOf(dimension, table))))

function grantSql(
  grant: Grant,
  holds: (dimension: Dimension, values: RawBuilder<unknown>) => RawBuilder<boolean>,
): RawBuilder<boolean> {
  const conditions = dimensions.flatMap((dimension) => {
    const values: 'all' | readonly string[] = grant[dimension.granted]
    return values === 'all' ? [] : holds(dimension, sql`${values}::${sql.raw(dimension.type)}[]`)
  })
  return allOf(conditions)
}

function holdsSql(dimension: Dimension, table: string, values: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = columnOf(dimension, table)
  return dimension.many ? sql`${column} && ${values}` : sql`${column} = any(${values})`
}

const columnOf = ({ column }: Dimension, table: string) => sql.ref(`${table}.${column}`)

const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`
