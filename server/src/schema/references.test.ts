import pg from 'pg'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#testing/test-world.ts'

let ownerUrl: string
useTestDatabase((database) => void ({ ownerUrl } = database))

/** Each has thousands of rows at most, so reading all of them for a removed user takes no time. */
const small = ['account_former_owner', 'change_request', 'export', 'import', 'saved_view']

test('every reference to a row that the product may remove has an index, unless its table stays small', async () => {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  // An index of a reference begins with the tenant and another of its columns, in either order.
  const { rows } = await owner.query<{ of: string }>(`
    select distinct conrelid::regclass::text as of from pg_constraint
    where contype = 'f' and has_table_privilege('verbatim_app', confrelid, 'delete')
      and not exists (
        select from pg_index where indrelid = conrelid and indnatts > 1 and (indkey::int2[])[0:1] <@ conkey)
    order by 1`)
  await owner.end()
  expect(rows.map(({ of }) => of)).toEqual(small)
})
