/** The people who can be in groups, and those who can have permission profiles: lists that are filtered by what each is linked with. */
import type { Operator } from '@verbatim/contract/list-filter.ts'
import type { ListQuery, Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { Membership } from '#platform/memberships.ts'
import { findPage, type Listing } from './page.ts'
import { allOf, column, type Columns, wordsSql } from './sql.ts'

interface Linked<F extends string> {
  readonly spec: Listing<F>['spec']
  /** The field with the groups or profiles of a person. The other is their name. */
  readonly field: Exclude<F, 'name'>
  /** Columns of a `person`. */
  readonly select: RawBuilder<unknown>
  readonly searched: readonly RawBuilder<unknown>[]
  /** Narrows the membership's people further. */
  readonly within?: RawBuilder<boolean>
}

/** One page of the people whom a membership may link. */
export function findLinked<Person, F extends string>(
  tx: TenantTx,
  { link, holder, key, person, eligible }: Membership,
  { spec, field, select, searched, within = allOf([]) }: Linked<F>,
  { query, now }: { readonly query: ListQuery<F>; readonly now: Date },
): Promise<Page<Person>> {
  const links = sql`${link} link where link.tenant_id = person.tenant_id and link.${key} = person.id`
  const { filter, linked } = splitByLink<F>(
    query,
    field,
    (ids) => sql`exists (select from ${links} and link.${holder} = any(${ids}::uuid[]))`,
  )
  const sought = query.search ? wordsSql(searched, query.search.text) : allOf([])
  return findPage<Person, F>(
    tx,
    {
      spec,
      columns: {
        name: column('person.sort_name'),
        [field]: { expression: sql`array(select link.${holder} from ${links})`, type: 'uuid[]' },
      } as Columns<F>,
      select,
      from: sql`${person} person`,
      where: allOf([eligible, within, sought, ...linked]),
      tie: sql`person.id`,
    },
    { ...query, filter },
    now,
  )
}

/** Turns the conditions on links into joins, because a list of its links is slow to read for every person; the other conditions stay a filter. */
function splitByLink<F extends string>(
  { filter }: Pick<ListQuery<F>, 'filter'>,
  field: F,
  isIn: (ids: readonly string[]) => RawBuilder<boolean>,
): { readonly filter: ListQuery<F>['filter']; readonly linked: readonly RawBuilder<boolean>[] } {
  const positive: readonly Operator[] = ['eq', 'in']
  const negative: readonly Operator[] = ['neq', 'nin']
  const isLink = (condition: ListQuery<F>['filter'][number]) =>
    condition.field === field && [...positive, ...negative].includes(condition.operator)
  return {
    filter: filter.filter((condition) => !isLink(condition)),
    linked: filter
      .filter(isLink)
      .map(({ operator, values }) =>
        positive.includes(operator) ? isIn(values) : sql<boolean>`not ${isIn(values)}`,
      ),
  }
}
