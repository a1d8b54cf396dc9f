/** The database refuses what was read again of one record: the others are read all the same. */
import { shareOf } from '@verbatim/reference/share.ts'
import { afterEach, expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { arrivalOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { rereadRecords } from './reread.ts'

let world: World
let tenant: WorldTenant
let database: TestDatabase
useTenants('refused', (made, opened, own) => {
  tenant = made
  world = opened
  database = own
})
afterEach(() => database.administer('drop function if exists refuse cascade'))

const readers = { find: findConnector }
/** A release that understands no message. */
const earlier = {
  find: (channel: Parameters<typeof findConnector>[0]) => {
    const connector = findConnector(channel)!
    const parse: typeof connector.parse = async (stored, account) =>
      (await connector.parse(stored, account)).map((event): CapturedEvent =>
        event.kind === 'message'
          ? { ...event, contentType: 'unsupported', body: null, structured: { raw: true } }
          : event,
      )
    return { ...connector, parse }
  },
}

let sent = 0
/** Records that are not understood, of these texts. */
async function deliver(...bodies: readonly string[]): Promise<void> {
  const arrivals = bodies.map((Body) => {
    const fields = { MessageSid: `SM${String((sent += 1)).padStart(32, '0')}`, From: '+15550177001', Body }
    const body = new URLSearchParams({ ...fields, To: '+15550100001', NumMedia: '0' })
    return arrivalOf(world, tenant, [], {
      accountId: tenant.accounts.sms,
      channel: 'sms',
      contentType: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(body.toString()),
    })
  })
  await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
  await ingest({ ...world.ctx, readers: earlier }, tenant.id)
}

/** The database answers with this state if texts are written for which `when` is true. */
async function refuse(code: string, when: string): Promise<void> {
  await database.administer(`create function refuse() returns trigger language plpgsql as
    $$ begin if (${when}) then raise exception 'refused' using errcode = '${code}'; end if; return null; end $$`)
  await database.administer(`create trigger refuse after insert on message_revision referencing new table as added
    for each statement execute function refuse()`)
}

const run = (release: string) =>
  rereadRecords(
    { ...world.ctx, readers, release, operator: { userId: undefined, name: 'Operator' } },
    tenant.id,
    {},
  )
const understood = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => {
    const rows = await tx
      .selectFrom('message')
      .where('content_type', '=', 'text')
      .select('body')
      .orderBy('body')
      .execute()
    return rows.map(({ body }) => body)
  })

const ofC = `exists (select from added where body = 'c')`
test.each(
  shareOf([
    ['what a constraint refuses', '23514'],
    ['what takes too long', '57014'],
  ] as const),
)('%s stays as it is, is counted, and holds back no other record', async (_, code) => {
  await deliver('a', 'b', 'c', 'd', 'e')
  await refuse(code, ofC)
  expect(await run('9.9.1')).toMatchObject({ records: 5, understood: 4, unreadable: 1, isFinished: true })
  expect(await understood()).toEqual(['a', 'b', 'd', 'e'])
  await database.administer('drop function refuse cascade')
  expect(await run('9.9.2')).toMatchObject({ records: 1, understood: 1, unreadable: 0, isFinished: true })
  expect(await understood()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test(
  'a batch that is silent for too long within its transaction is read in smaller ones',
  { tags: ['whole'] },
  async () => {
    await deliver('a', 'b', 'c')
    await refuse('25P03', '(select count(*) from added) > 1')
    expect(await run('9.9.1')).toMatchObject({ records: 3, understood: 3, unreadable: 0, isFinished: true })
  },
)

test.each(
  shareOf([
    ['a damaged page', 'XX001'],
    ['a database that stops', '57P01'],
  ] as const),
)('%s ends the run, which goes on from there', async (_, code) => {
  await deliver('a', 'b', 'c')
  await refuse(code, ofC)
  await expect(run('9.9.1')).rejects.toThrow('refused')
  await database.administer('drop function refuse cascade')
  expect(await run('9.9.1')).toMatchObject({ records: 3, understood: 3, unreadable: 0, isFinished: true })
})
