/** The author of an event's first message, for readers who see the event by another message and may not read that one. */
import { expect, test } from 'vitest'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let northerner: Caller

useTenants('unseen', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  northerner = await world.as(tenant, tenant.northerner)
  await forbidOffTheRecord(world, reviewer)
})

const path = '/bff/api/v1/cognitive-events'
const [name, surname, number] = ['Sam', 'Sund', '+15550100009']
const say = (value: string, body: string) =>
  captureHistory(world, tenant, [messageOf(world, { author: { kind: 'phone', value }, body })])

/** An event with a message of each group; the southern one is the first. */
const shared = async () => {
  await say(number, 'southern, off the record')
  await say('+15550100001', 'northern, off the record')
  const { items } = (await northerner.call('GET', path)).json
  return items[0].id as string
}
test('the author is neither shown in an event nor written into its file', async () => {
  const id = await shared()
  const whole = await reviewer.call('GET', `${path}/${id}`)
  expect(whole.json).toMatchObject({ from: `${name} ${surname}`, direction: 'inbound', author: {} })
  const { json, text } = await northerner.call('GET', `${path}/${id}`)
  expect(json).toMatchObject({ from: '', evidence: [{ text: 'off the record' }] })
  expect(json).not.toHaveProperty('author')
  expect(json).not.toHaveProperty('direction')
  const listed = await northerner.call('GET', path)
  const { json: asked } = await northerner.call('POST', `${path}/export`, { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const file = await northerner.call('GET', `/bff/api/v1/exports/${asked.exportId}/file`)
  expect(file.text).toContain(id)
  for (const told of [text, listed.text, file.text])
    for (const part of [surname, number, tenant.colleague]) expect(told).not.toContain(part)
})

test('the author finds nothing, and no filter says who it is', async () => {
  await shared()
  const total = async (caller: Caller, question: string) =>
    (await caller.call('GET', `${path}?${question}`)).json.total
  const questions = [
    `search=everything:${surname}`,
    `filter=persons.displayName[contains]:${surname}`,
    `filter=ownerId[eq]:${tenant.colleague}`,
    `filter=authorId[eq]:${tenant.colleague}`,
  ]
  for (const question of questions)
    expect([question, await total(reviewer, question), await total(northerner, question)]).toEqual([
      question,
      1,
      0,
    ])
})

test('the author is sent no note by that reader, and one by a reader who sees the message', async () => {
  const id = await shared()
  const notify = (caller: Caller) =>
    caller.call('POST', `/bff/events/${id}/notify-author`, { note: 'Please take care.' })
  expect((await notify(northerner)).json.code).toBe('event.author-is-no-user')
  expect((await notify(reviewer)).status).toBe(200)
})

test('the author has no pseudonym for that reader either', async () => {
  const id = await shared()
  const owner = await world.as(tenant, tenant.users.super_admin)
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  world.pass(4_000)
  const reader = await world.as(tenant, tenant.northerner)
  expect((await reader.call('GET', `${path}/${id}`)).json.from).toBe('')
  const { json: asked } = await reader.call('POST', `${path}/export`, { format: 'csv' })
  while ((await runExports(world.ctx, tenant.id)) > 0);
  const file = await reader.call('GET', `/bff/api/v1/exports/${asked.exportId}/file`)
  expect(file.text).toContain(id)
  expect(file.text).not.toMatch(/(Representative|Person) [2-9A-Z]{6}/)
})
