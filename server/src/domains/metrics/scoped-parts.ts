/** Figures divided by and narrowed to channels and groups, which each captured row has. */
import type { Dimension } from '@verbatim/contract/insight-tiles.ts'
import type { Breakdown } from '@verbatim/contract/metrics.ts'
import { type RawBuilder, sql } from 'kysely'
import { grantedGroups } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Divided, largest, oneOf } from './figures.ts'
import type { Periods } from './period.ts'

/** The most parts of a division. */
export const mostParts = 20

/** Only rows with one of these values in each field. */
export interface ScopedFilter {
  readonly channel?: readonly string[] | undefined
  readonly group?: readonly string[] | undefined
}

/** Whether a row passes, of `alias` where there are several tables. */
export function passesScoped(
  { channel, group }: ScopedFilter,
  alias?: string,
): readonly RawBuilder<boolean>[] {
  const column = (name: string) => sql.ref(alias === undefined ? name : `${alias}.${name}`)
  return [
    ...(channel ? [sql<boolean>`${column('channel')} = any(${channel}::text[])`] : []),
    ...(group ? [sql<boolean>`${column('group_ids')} && ${group}::uuid[]`] : []),
  ]
}

/** The same as conditions of the lists of messages and events. */
export const scopedConditions = ({ channel, group }: ScopedFilter): readonly string[] => [
  ...(channel ? [oneOf('channelType', channel)] : []),
  ...(group ? [oneOf('groupId', group)] : []),
]

export type ScopedDimension = Extract<Dimension, 'channel' | 'group'>

export const isScopedDimension = (by: Dimension): by is ScopedDimension => by === 'channel' || by === 'group'

/** By what rows are divided: a column of them or the elements of one, and the names of its values. */
export interface Division {
  readonly key: RawBuilder<unknown>
  /** Joins `named (name)` to `counted (key)`. */
  readonly named: RawBuilder<unknown>
}

/** What has its name in the contract. */
export const nameless = sql`cross join (select null::text as name) named`

/** Divisions of the rows of `alias`. A row counts in each of its groups; other groups than the reader's own are not named. */
export function scopedDivisions(
  scope: AccessScope,
  only: ScopedFilter,
  alias: string,
): Readonly<Record<ScopedDimension, Division>> {
  const granted = grantedGroups(scope)
  return {
    channel: { key: sql.ref(`${alias}.channel`), named: nameless },
    group: {
      key: sql`unnest(${sql.ref(`${alias}.group_ids`)})`,
      named: sql`join (select id, name from conversation_group) named on named.id = counted.key
        and ${granted === 'all' ? sql`true` : sql`named.id = any(${granted}::uuid[])`}
        and ${only.group ? sql`named.id = any(${only.group}::uuid[])` : sql`true`}`,
    },
  }
}

export interface AskedParts<Only extends ScopedFilter = ScopedFilter> {
  readonly by: ScopedDimension
  readonly only: Only
}

/** Counts the parts of one figure. */
export type FindScopedParts<Only extends ScopedFilter = ScopedFilter> = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  asked: AskedParts<Only>,
) => Promise<Divided>

interface Counted<Row, Only extends ScopedFilter> extends AskedParts<Only> {
  /** In brackets, with `channel` and `group_ids`, or divided already. */
  readonly rows: RawBuilder<unknown>
  /** Whether each row has the `key` of its part, and counts in no other. */
  readonly isDivided?: boolean
  /** What is counted of the rows of each part. */
  readonly counts: RawBuilder<unknown>
  /** Of these counts: how large a part is, and whether it is shown at all. */
  readonly size: RawBuilder<unknown>
  readonly isShown: RawBuilder<boolean>
  readonly toPart: (row: Row, only: Only) => Omit<Breakdown['parts'][number], 'key' | 'name'>
}

/** The largest parts, and how many there are. */
export async function findScopedParts<Row, Only extends ScopedFilter = ScopedFilter>(
  tx: TenantTx,
  scope: AccessScope,
  { by, only, rows, isDivided = false, counts, size, isShown, toPart }: Counted<Row, Only>,
): Promise<Divided> {
  const { key, named } = scopedDivisions(scope, only, 'one')[by]
  const { rows: found } = await sql<Row & { key: string; name: string | null; total: number }>`
    select counted.*, named.name, count(*) over ()::int as total from (
      select ${isDivided ? sql`one.key` : key} as key, ${counts} from ${rows} one group by 1
    ) counted ${named} where ${isShown}
    order by ${size} desc, lower(named.name), counted.key limit ${sql.lit(mostParts)}`.execute(tx)
  const parts = found.map((row) => ({
    key: row.key,
    ...(row.name !== null && { name: row.name }),
    ...toPart(row, { ...only, [by]: [row.key] }),
  }))
  return largest(parts, found[0]?.total)
}
