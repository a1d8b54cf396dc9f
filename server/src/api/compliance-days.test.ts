/** The findings of policies by policy, over the days of Key Metrics. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { followSettings } from '#flows/rebuild/follow-settings.ts'
import { done } from '#testing/caller.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('days', (made, opened) => {
  world = opened
  tenant = made
})

interface Items {
  readonly items: readonly { readonly id: string; readonly events: number }[]
}

/** How many events each policy has, which is the same in the table of the tab. */
async function eventsIn(period: string): Promise<number[]> {
  const reader = await world.as(tenant, tenant.users.compliance)
  const topics = await done(reader.call('GET', `/bff/cognitive-compliance?${period}`))
  const policies = await done(reader.call('GET', `/bff/dashboards/compliance/policies?${period}`))
  expect([topics.from, topics.to]).toEqual([policies.from, policies.to])
  const counted = ({ items }: Items) =>
    items.map(({ id, events }) => [id, events]).filter(([, events]) => events !== 0)
  expect(counted(topics)).toEqual(counted(policies))
  expect(topics.total).toBe(topics.items.length)
  return topics.items.map(({ events }: { events: number }) => events)
}

test('are days in the organization’s zone; without dates, all days that are over', async () => {
  const admin = await world.as(tenant, tenant.users.super_admin)
  await forbidOffTheRecord(world, admin)
  await done(admin.call('PUT', '/bff/organizations', { timeZone: 'Asia/Tokyo' }))
  expect(await followSettings(world.ctx, tenant.id)).toBe(1)
  // It is the next day in Tokyo.
  world.pass((dayMs + 16 * hourMs - (world.ctx.now().getTime() % dayMs)) % dayMs)
  const raisedAt = world.ctx.now().getTime()
  await captureHistory(world, tenant, [messageOf(world, { body: 'off the record' })])
  const only = (at: number) => {
    const day = new Date(at).toISOString().slice(0, 10)
    return `date-from=${day}&date-to=${day}`
  }
  expect(await eventsIn(only(raisedAt))).toEqual([])
  expect(await eventsIn(only(raisedAt + dayMs))).toEqual([1])
  expect(await eventsIn('')).toEqual([])
  world.pass(dayMs)
  expect(await eventsIn('')).toEqual([1])
  expect(await eventsIn('days=1')).toEqual([1])
  expect(await eventsIn('days=2')).toEqual([1])
})

test('may be given by one date alone and be of any length, as the specified call always allowed', async () => {
  const reader = await world.as(tenant, tenant.users.compliance)
  const ask = (question: string) => reader.call('GET', `/bff/cognitive-compliance?${question}`)
  const day = (ago: number) => new Date(world.ctx.now().getTime() - ago * dayMs).toISOString().slice(0, 10)
  const daysOf = async (question: string) => {
    const { from, to } = await done(ask(question))
    return [from, to]
  }
  expect(await daysOf(`date-from=${day(3)}`)).toEqual([day(3), day(0)])
  expect(await daysOf('date-from=2999-01-01')).toEqual(['2999-01-01', '2999-01-01'])
  expect(await daysOf('date-to=2026-03-31')).toEqual(['2026-03-02', '2026-03-31'])
  expect(await daysOf('date-from=2000-01-01&date-to=2026-03-31')).toEqual(['2000-01-01', '2026-03-31'])
  for (const [question, why] of [
    ['date-from=2026-03-02&date-to=2026-03-01', 'The last day is before the first.'],
    ['date-from=1970-01-01&date-to=2999-12-31', 'A period has at most 36525 days.'],
    ['date-to=1960-01-01', 'Days are from 1970-01-01 to 2999-12-31.'],
    ['days=3&date-to=2026-03-31', 'Give either days or dates, not both.'],
  ] as const) {
    const { status, text } = await ask(question)
    expect([question, status, text]).toEqual([question, 400, expect.stringContaining(why)])
  }
})
