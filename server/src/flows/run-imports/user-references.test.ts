import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/db.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { userReferences } from './user-references.ts'

let db: Db
useTestDatabase((opened) => {
  db = opened.db
})

test('what refers to a user, and would refuse their removal, is known here', async () => {
  const { rows } = await sql<{ name: string }>`
    select relation.relname || '.' || referring.attname as name
    from pg_constraint held
    join pg_class relation on relation.oid = held.conrelid
    join pg_attribute referring on referring.attrelid = held.conrelid and referring.attnum = any(held.conkey)
    where held.contype = 'f' and held.confrelid = 'tenant_user'::regclass and held.confdeltype in ('a', 'r')
      and held.conparentid = 0 and referring.attname <> 'tenant_id'
    order by 1`.execute(db)
  const known = userReferences.map(({ table, column }) => `${table}.${column}`)
  expect([...known, 'inbox_item.user_id'].toSorted()).toEqual(rows.map(({ name }) => name))
})
