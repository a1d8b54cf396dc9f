import pg from 'pg'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#testing/test-world.ts'

let ownerUrl: string
useTestDatabase((database) => void ({ ownerUrl } = database))

/** Of tables with thousands of rows at most, so reading all of them for a removed user takes no time. */
const small = [
  'account_former_owner.owner_id',
  'change_request.decided_by',
  'change_request.requested_by',
  'export.user_id',
  'import.mapped_by',
  'import.user_id',
  'saved_view.owner_id',
]

test('every reference to a row that the product may remove has an index, unless its table stays small', async () => {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  // An index of a reference begins with the tenant and another of its columns, in either order, and has each row that refers to one.
  const { rows } = await owner.query<{ name: string }>(`
    select conrelid::regclass || '.' || (
      select string_agg(attname, ', ' order by attnum) from pg_attribute
      where attrelid = conrelid and attnum = any(conkey) and attname <> 'tenant_id') as name
    from pg_constraint
    where contype = 'f' and has_table_privilege('verbatim_app', confrelid, 'delete')
      and not exists (
        select from pg_index
        where indrelid = conrelid and indisvalid and indnkeyatts > 1 and (indkey::int2[])[0:1] <@ conkey
          and coalesce(pg_get_expr(indpred, indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$', true))
    order by 1`)
  await owner.end()
  expect(rows.map(({ name }) => name)).toEqual(small)
})
