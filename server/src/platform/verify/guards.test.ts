import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { findGuards } from './guards.ts'

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await openTestDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner?.end()
  await database?.close()
})

let mends: string[] = []
afterEach(async () => {
  for (const mend of mends.splice(0)) await database.administer(mend)
  expect(await findGuards(owner)).toEqual([])
})

const keepFunction = (name: string) =>
  `create table kept_function as select pg_get_functiondef('${name}'::regproc) as text`
const mendFunction =
  'do $do$ begin execute (select text from kept_function); end $do$; drop table kept_function'

/** How to remove a guard, how to put it back, and the finding. */
const removals: readonly (readonly [string, string, string, string])[] = [
  [
    'a trigger that fires only on a replica',
    'alter table message_record enable replica trigger append_only',
    'alter table message_record enable trigger append_only',
    'The trigger append_only of message_record is switched off.',
  ],
  [
    'a trigger that is gone',
    'drop trigger append_only on theme_change',
    'create trigger append_only before update or delete on theme_change for each row execute function refuse_change()',
    'theme_change can be changed: nothing refuses it.',
  ],
  [
    'a trigger that never fires',
    `drop trigger append_only on evidence;
     create trigger append_only before update or delete on evidence for each row when (false) execute function refuse_change()`,
    `drop trigger append_only on evidence;
     create trigger append_only before update or delete on evidence for each row execute function refuse_change()`,
    'evidence can be changed: nothing refuses it.',
  ],
  [
    'a trigger that refuses nothing',
    `${keepFunction('refuse_change')};
     create or replace function refuse_change() returns trigger language plpgsql as 'begin return old; end'`,
    mendFunction,
    'The function refuse_change() was changed in the database.',
  ],
  [
    'a function that was changed',
    `${keepFunction('open_tenants')};
     create or replace function open_tenants() returns table (tenant_id uuid)
       language sql stable set search_path = pg_catalog, public, pg_temp as 'select o.tenant_id from public.organization o'`,
    mendFunction,
    'The function open_tenants() was changed in the database.',
  ],
]

test.each(removals)('finds %s', async (_what, remove, mend, said) => {
  mends = [mend]
  await database.administer(remove)
  expect(await findGuards(owner)).toEqual([said])
})
