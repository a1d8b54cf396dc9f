import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let reviewer: Caller
let eventId: string

useTenants('once', async (made, opened, own) => {
  world = opened
  database = own
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  await reviewer.call('POST', '/bff/api/v1/topic', draft('Any'))
  await captureHistory(world, tenant, [messageOf(world, { body: 'a zebra' })])
  eventId = (await reviewer.call('GET', '/bff/api/v1/cognitive-events')).json.items[0].id
})

const draft = (name: string) => ({
  name,
  severity: 'low',
  scope: 'global',
  groupIds: [],
  action: 'raise',
  enabled: true,
  rules: [{ name: 'R', type: 'phrase', pattern: 'zebra', scope: 'message', conditions: {} }],
})
const comment = (body: string, key: string, caller = reviewer) =>
  caller.call('POST', '/bff/events/comments', { eventId, comment: body }, { 'idempotency-key': key })
const comments = async () => (await reviewer.call('GET', `/bff/events/comments/${eventId}`)).json.total
const inside = (statement: ReturnType<typeof sql>) =>
  inTenant(world.ctx.db, tenant.id, (tx) => statement.execute(tx))

test('a write repeated with its key is done once and gets the same answer', async () => {
  const first = await comment('once', 'k1')
  const again = await comment('once', 'k1')
  expect(again).toMatchObject({ status: 200, json: first.json })
  expect(again.headers['idempotent-replay']).toBe('true')
  expect(await comments()).toBe(1)
})

test('ten concurrent requests under one key run once; the others get the same answer or must wait', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => comment('race', 'k2')))
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await comments()).toBe(1)
})

test('a key belongs to one request: another body or route is refused, and each user has separate keys', async () => {
  await comment('mine', 'k3')
  expect((await comment('other', 'k3')).json.code).toBe('request.key-reused')
  const elsewhere = await reviewer.call('POST', '/bff/api/v1/topic', draft('Elsewhere'), {
    'idempotency-key': 'k3',
  })
  expect(elsewhere.json.code).toBe('request.key-reused')
  const admin = await world.as(tenant, tenant.users.analyst)
  expect((await comment('mine', 'k3', admin)).status).toBe(200)
  expect(await comments()).toBe(2)
})

test('the bytes of a file identify it: the same bytes with a key are a repetition, others are refused', async () => {
  const upload = (bytes: string) =>
    reviewer.call('POST', `/bff/events/${eventId}/files?name=note.txt`, Buffer.from(bytes), {
      'content-type': 'application/octet-stream',
      'idempotency-key': 'k4',
    })
  const first = await upload('one')
  expect((await upload('one')).json).toEqual(first.json)
  expect((await upload('two')).json.code).toBe('request.key-reused')
})

test('a refused request may be tried again with its key', async () => {
  expect((await comment('', 'k5')).status).toBe(400)
  expect((await comment('better', 'k5')).status).toBe(200)
})

test('a write that was interrupted before its answer may be repeated, but only unchanged', async () => {
  await comment('cut off', 'k6')
  await inside(
    sql`update idempotency_key set status = null, body = null, started_at = now() - interval '2 minutes'`,
  )
  expect((await comment('something else', 'k6')).json.code).toBe('request.key-reused')
  await inside(sql`update idempotency_key set started_at = now()`)
  expect(await comment('cut off', 'k6')).toMatchObject({ status: 409, json: { code: 'request.in-progress' } })
})

test('a write whose answer cannot be stored is not done either, and may be repeated', async () => {
  const owner = await import('pg').then(
    ({ default: pg }) => new pg.Client({ connectionString: database.ownerUrl }),
  )
  await owner.connect()
  await owner.query(`create function refuse_answers() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '53100'; end $$`)
  await owner.query(`create trigger refused before update on idempotency_key for each row
    when (new.status is not null) execute function refuse_answers()`)
  try {
    expect(await comment('kept', 'k7')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect(await comments()).toBe(0)
  } finally {
    await owner.query('drop trigger refused on idempotency_key')
    await owner.end()
  }
  expect((await comment('kept', 'k7')).status).toBe(200)
  expect(await comments()).toBe(1)
})
