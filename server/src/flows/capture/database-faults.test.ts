/** The database fails with records that can be read: none of them is to blame. */
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { arrivalOf, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { ingest } from './ingest.ts'
import { keepArrivals } from './keep.ts'

let world: World
let tenant: WorldTenant
let database: TestDatabase
useTenants('faults', (made, opened, own) => {
  tenant = made
  world = opened
  database = own
})

const keep = (...keys: string[]) =>
  keepArrivals(
    world.ctx.db,
    tenant.id,
    keys.map((messageKey) =>
      arrivalOf(world, tenant, [messageOf(world, { messageKey, conversationKey: messageKey })]),
    ),
    world.ctx.now(),
  )

/** More often than a record may fail. */
const attempts = 7
async function ingestOften(): Promise<unknown[]> {
  const errors: unknown[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id).catch((error: unknown) =>
      errors.push(error),
    )
    world.pass(10 * 60_000)
  }
  return errors
}

const state = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => ({
    read: (await tx.selectFrom('message').select('message_key').orderBy('message_key').execute()).map(
      ({ message_key }) => message_key,
    ),
    waiting: (await tx.selectFrom('record_backlog').select('attempts').execute()).map(
      ({ attempts: counted }) => counted,
    ),
    quarantined: (await tx.selectFrom('quarantined_record').select('record_id').execute()).length,
  }))

test('while a right is missing, every record waits without an attempt, and is read once the right is back', async () => {
  await keep('a', 'b', 'c', 'd', 'e')
  await database.administer('revoke insert on message from verbatim_app')
  const errors = await ingestOften()
  await database.administer('grant insert on message to verbatim_app')
  // A fault that all records meet ends the turn early.
  expect(errors).toHaveLength(attempts)
  expect(await state()).toEqual({ read: [], waiting: [0, 0, 0, 0, 0], quarantined: 0 })
  world.pass(10 * 60_000)
  await ingestOften()
  expect(await state()).toEqual({ read: ['a', 'b', 'c', 'd', 'e'], waiting: [], quarantined: 0 })
})

test(
  'a damaged page holds back only the record that needs it, without an attempt',
  { tags: ['whole'] },
  async () => {
    await database.administer(`create function damaged() returns trigger language plpgsql as
    $$ begin if new.message_key = 'b' then raise exception 'invalid page' using errcode = 'XX001'; end if; return new; end $$`)
    await database.administer(
      'create trigger damaged before insert on message for each row execute function damaged()',
    )
    await keep('a', 'b', 'c')
    expect(await ingestOften()).toEqual([])
    expect(await state()).toEqual({ read: ['a', 'c'], waiting: [0], quarantined: 0 })
    await database.administer('drop function damaged cascade')
    await ingestOften()
    expect(await state()).toEqual({ read: ['a', 'b', 'c'], waiting: [], quarantined: 0 })
  },
)

test(
  'a batch that is silent for too long within its transaction is stored in smaller ones',
  { tags: ['whole'] },
  async () => {
    await database.administer(`create function silent() returns trigger language plpgsql as
    $$ begin if (select count(*) from added) > 1 then raise exception 'silent' using errcode = '25P03'; end if; return null; end $$`)
    await database.administer(`create trigger silent after insert on message referencing new table as added
    for each statement execute function silent()`)
    await keep('a', 'b', 'c')
    expect(await ingestOften()).toEqual([])
    await database.administer('drop function silent cascade')
    expect(await state()).toEqual({ read: ['a', 'b', 'c'], waiting: [], quarantined: 0 })
  },
)
