import { addressInNote } from '@verbatim/contract/author-notices.ts'
import { expect, test } from 'vitest'
import { takeMails } from '#domains/mail/commands.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import type { TestDatabase } from '#testing/database.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let tenant: WorldTenant
let reviewer: Caller
useTestWorld(async (opened, itsDatabase) => {
  world = opened
  database = itsDatabase
  tenant = await world.makeTenant('notes')
  reviewer = await world.as(tenant, tenant.users.compliance)
  await forbidOffTheRecord(world, reviewer)
})

let people = 0
/** An event whose message was written by the representative, or by a stranger. */
async function raise(author: 'representative' | 'stranger'): Promise<string> {
  world.pass(1)
  const from = `+155502${String(20_000 + (people += 1))}`
  await world.deliver(tenant, { from, body: 'Keep this off the record, please.' })
  await world.settle()
  const { json } = await reviewer.call('GET', '/bff/api/v1/cognitive-events?limit=1')
  const event = json.items[0]
  if (author === 'representative')
    await database.administer(
      `update message set author_user_id = '${tenant.representative}' where id = '${event.messageId}'`,
    )
  return event.id
}
const notify = (id: string, body: object, by: Caller = reviewer) =>
  by.call('POST', `/bff/events/${id}/notify-author`, body)
const mails = () => inTenant(world.ctx.db, tenant.id, (tx) => takeMails(tx, world.ctx, 10))

test('an author who is a user gets the note by mail, without the message', async () => {
  const id = await raise('representative')
  expect((await notify(id, { note: 'Please see me about yesterday.' })).status).toBe(200)
  const [mail, ...others] = await mails()
  expect(others).toEqual([])
  expect(mail!.text).toContain('Please see me about yesterday.')
  expect(mail!.text).not.toMatch(/off the record|https?:/i)
  const { json } = await reviewer.call('GET', `/bff/api/v1/cognitive-events/${id}`)
  expect(json.author).toEqual({ notifiedAt: world.ctx.now().toISOString() })
  const trail = await reviewer.call('GET', '/audit/events?filter=eventType[eq]:author_notified')
  expect(trail.json.items).toMatchObject([
    { target: { id }, changes: [{ field: 'note', new: 'Please see me about yesterday.' }] },
  ])
})

test('a second note about an event has to be confirmed', async () => {
  const id = await raise('representative')
  await notify(id, { note: 'The first.' })
  await mails()
  const { status, json } = await notify(id, { note: 'The second.' })
  expect([status, json.code]).toEqual([409, 'event.author-notified'])
  expect(await mails()).toEqual([])
  expect((await notify(id, { note: 'The second.', again: true })).status).toBe(200)
  expect(await mails()).toHaveLength(1)
})

test('an author who is no user gets no note', async () => {
  const id = await raise('stranger')
  const { json } = await reviewer.call('GET', `/bff/api/v1/cognitive-events/${id}`)
  expect(json.author).toBeUndefined()
  const refused = await notify(id, { note: 'Hello.' })
  expect([refused.status, refused.json.code]).toEqual([409, 'event.author-is-no-user'])
})

test('a note is neither empty nor long, and has no web address', async () => {
  const id = await raise('representative')
  for (const note of [' ', 'a'.repeat(1001)]) expect((await notify(id, { note })).status).toBe(400)
  for (const note of ['See https://example.test/x', 'see www.example', 'go to evil.com now', 'Evil.io']) {
    const { status, json } = await notify(id, { note })
    expect(status).toBe(400)
    expect(JSON.stringify(json)).toContain(addressInNote)
  }
  expect((await notify(id, { note: 'Call me at 10.30 a.m. about ana@example.com.' })).status).toBe(200)
})

test('an analyst, and a reviewer of another organization, send no notes', async () => {
  const id = await raise('representative')
  const analyst = await world.as(tenant, tenant.users.analyst)
  expect((await notify(id, { note: 'Hello.' }, analyst)).status).toBe(403)
  const other = await world.makeTenant('others')
  const stranger = await world.as(other, other.users.compliance)
  expect((await notify(id, { note: 'Hello.' }, stranger)).status).toBe(404)
})
