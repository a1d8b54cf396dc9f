/** Questions about themes as the specification writes them: lists, days and categories. */
import type { ThemeId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World } from '#testing/world.ts'

let world: World
let deliveries: ThemeId
let invoices: ThemeId
let analyst: Caller

useTenants('theme-questions', async (tenant, opened) => {
  world = opened
  analyst = await world.as(tenant, tenant.users.analyst)
  for (const [at, body] of ['Where is my parcel?', 'The parcel is late', 'Please pay the invoice'].entries())
    await world.deliver(tenant, { from: `+1555010333${at}`, body })
  await world.settle()
  const { items } = (await analyst.call('GET', '/bff/api/v1/messages')).json
  const about = (word: string) =>
    items.filter(({ body }: { body: string }) => body.includes(word)).map(({ id }: { id: string }) => id)
  const made = await inTenant(world.ctx.db, tenant.id, (tx) =>
    insertThemes(
      tx,
      [
        { name: 'Deliveries', messageIds: about('parcel') },
        { name: 'Invoices', messageIds: about('invoice') },
      ],
      world.ctx.now(),
    ),
  )
  deliveries = made[0]!
  invoices = made[1]!
})

const period = () => {
  const day = world.ctx.now().toISOString().slice(0, 10)
  return `date-from=${day}&date-to=${day}`
}
const namesOf = ({ items }: { items: { name: string }[] }) => items.map(({ name }) => name)

test('the list of themes follows the list dialect, and refuses unknown fields', async () => {
  const found = async (query: string) =>
    namesOf((await analyst.call('GET', `/bff/api/v1/themes?${query}`)).json)
  expect(await found('sort=-name')).toEqual(['Invoices', 'Deliveries'])
  expect(await found('limit=1&skip=1')).toEqual(['Invoices'])
  expect(await found('search=name:voice')).toEqual(['Invoices'])
  expect(await found('search=voice')).toEqual(['Invoices'])
  expect(await found('filter=name[starts]:deliver')).toEqual(['Deliveries'])
  for (const query of ['offset=1', 'search=body:voice', 'sort=size', 'filter=size[gt]:1'])
    expect((await analyst.call('GET', `/bff/api/v1/themes?${query}`)).status).toBe(400)
})

test('a page of the previous release finds the name of a theme by its id alone', async () => {
  const asked = (query: string) => analyst.call('GET', `/bff/api/v1/themes?${query}`)
  expect(namesOf((await asked(`id=${invoices}`)).json)).toEqual(['Invoices'])
  expect(namesOf((await asked(`id=${invoices}&search=deliver`)).json)).toEqual([])
  for (const query of ['id=invoices', `id=${invoices}&offset=1`])
    expect((await asked(query)).status).toBe(400)
  const subthemes = (query: string) => analyst.call('GET', `/bff/api/v1/subthemes?${query}`)
  expect((await subthemes(`id=${invoices}`)).json).toEqual({ items: [], total: 0 })
  expect((await subthemes('id=invoices')).status).toBe(400)
})

test('the messages of a theme are those of the requested days', async () => {
  const messages = (query: string) => analyst.call('GET', `/bff/themes/${deliveries}/messages?${query}`)
  expect((await messages(period())).json.total).toBe(2)
  expect((await messages('date-from=2020-01-01&date-to=2020-01-31')).json.total).toBe(0)
  // The whole days before today have none.
  expect((await messages('days=7')).json.total).toBe(0)
  expect((await messages(`${period()}&limit=1&search=messageBody:late`)).json.total).toBe(1)
  for (const query of ['date-from=2020-01-01', 'days=0', 'day=1', `${period()}&limit=0`])
    expect((await messages(query)).status).toBe(400)
})

test('figures of themes are narrowed by category, under either parameter name', async () => {
  for (const path of ['metrics', invoices]) {
    const asked = (query: string) => analyst.call('GET', `/bff/themes/${path}?${period()}&${query}`)
    const { asOf: _, ...one } = (await asked('category=request')).json
    expect((await asked('category-id=request')).json).toMatchObject(one)
    expect((await asked('category-id=request&category=complaint')).status).toBe(400)
  }
})
