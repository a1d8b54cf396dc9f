import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { releaseSchema } from '#release-schema.ts'
import type { TestDatabase } from '#testing/database.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { findGuards } from './guards.ts'

let database: TestDatabase
let owner: pg.Client
useTestDatabase(async (opened) => {
  database = opened
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
})
afterAll(() => owner?.end())

let mends: string[] = []
afterEach(async () => {
  for (const mend of mends.splice(0)) await database.administer(mend)
  expect(await findGuards(owner, await releaseSchema())).toEqual([])
})

const keepFunction = (name: string) =>
  `create table kept_function as select pg_get_functiondef('${name}'::regproc) as text`
const mendFunction =
  'do $do$ begin execute (select text from kept_function); end $do$; drop table kept_function'

/** How to remove a guard, how to put it back, and the finding. */
const removals: readonly (readonly [string, string, string, unknown])[] = [
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
  [
    'a function that is made of the law of access, and was changed',
    `${keepFunction('searched_scope')};
     do $do$ begin execute (select regexp_replace(text, 'AS \\$function\\$.*', 'AS $function$ begin return ''true''; end $function$') from kept_function); end $do$`,
    mendFunction,
    expect.stringMatching(/^The function searched_scope\(.*\) was changed in the database\.$/),
  ],
  [
    'a function that is gone',
    `${keepFunction('open_tenants')}; drop function open_tenants()`,
    mendFunction,
    'The function open_tenants is missing.',
  ],
  [
    'a trigger that keeps what a message says, and is gone',
    'drop trigger keep_understood on message',
    `create trigger keep_understood before update of content_type, structured, subject, format, others, reply_to_key,
       attachment_count, flags on message for each row execute function keep_said()`,
    'The trigger keep_understood of message is missing.',
  ],
  [
    'a trigger that covers fewer columns',
    `create or replace trigger keep_understood before update of flags on message for each row execute function keep_said()`,
    `create or replace trigger keep_understood before update of content_type, structured, subject, format, others, reply_to_key,
       attachment_count, flags on message for each row execute function keep_said()`,
    'The trigger keep_understood of message was changed in the database.',
  ],
  [
    'a trigger with a condition that is never true',
    `create or replace trigger keep_direction before update of direction on message for each row when (false)
       execute function keep_direction()`,
    `create or replace trigger keep_direction before update of direction on message for each row
       execute function keep_direction()`,
    'The trigger keep_direction of message was changed in the database.',
  ],
  [
    'a trigger of another function',
    `create or replace trigger audit_reach before insert on audit_event for each row execute function refuse_change()`,
    `create or replace trigger audit_reach before insert on audit_event for each row execute function audit_reach()`,
    'The trigger audit_reach of audit_event was changed in the database.',
  ],
  [
    'a trigger that is not of this release',
    `create trigger also before insert on message_record for each row execute function refuse_change()`,
    'drop trigger also on message_record',
    'The trigger also of message_record does not belong to this release.',
  ],
  [
    'a function that is recorded as that of another release',
    `update schema_function set sha256 = reverse(sha256) where name in ('open_tenants', 'searched_scope')`,
    `update schema_function set sha256 = reverse(sha256) where name in ('open_tenants', 'searched_scope')`,
    'Functions that are not recorded as those of this release: open_tenants, searched_scope.',
  ],
  [
    'migrations of another release, which may have made other triggers',
    `insert into schema_migration (name, sha256) values ('99990101T0000-later.sql', '')`,
    `delete from schema_migration where name = '99990101T0000-later.sql'`,
    'Triggers cannot be compared: the database has migrations of another release (99990101T0000-later.sql).',
  ],
]

test.each(removals)('finds %s', async (_what, remove, mend, said) => {
  mends = [mend]
  await database.administer(remove)
  expect(await findGuards(owner, await releaseSchema())).toEqual([said])
})
