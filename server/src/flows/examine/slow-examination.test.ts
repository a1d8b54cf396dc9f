/** Rules of policies may take long with some texts: neither capture nor other organizations wait for them. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isWhole } from '@verbatim/reference/share.ts'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { cpuMs } from '#testing/cpu-time.ts'
import { arrivalOf, captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('slow', async (made, opened) => {
  world = opened
  tenant = made
  const compliance = await world.as(tenant, tenant.users.compliance)
  const rule = (name: string, type: string, pattern: string) => ({
    name,
    type,
    pattern,
    scope: 'message',
    conditions: {},
  })
  const { status } = await compliance.call('POST', '/bff/api/v1/topic', {
    name: 'Costly',
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [rule('Costly', 'regex', '(a*)*(?=b)\\1c'), rule('Cheap', 'phrase', 'buy')],
  })
  expect(status).toBe(200)
  world.pass(4_000)
})

/** It uses all steps that a text may cost: seconds. */
const costly = `buy ${'a'.repeat(300)}bc`
const count = isWhole ? 4 : 3

const keep = () =>
  keepArrivals(
    world.ctx.db,
    tenant.id,
    Array.from({ length: count }, (_, index) => {
      const messageKey = `slow${index}`
      return arrivalOf(world, tenant, [
        messageOf(world, { messageKey, conversationKey: messageKey, body: costly }),
      ])
    }),
    world.ctx.now(),
  )

const slow = (tx: TenantTx) => tx.selectFrom('message').where('message_key', 'like', 'slow%')

const state = () =>
  inTenant(world.ctx.db, tenant.id, async (tx) => ({
    messages: (await slow(tx).select('id').execute()).length,
    transactions: new Set(
      (
        await slow(tx)
          .select(sql<string>`xmin::text`.as('by'))
          .execute()
      ).map(({ by }) => by),
    ).size,
    waiting: (await tx.selectFrom('record_backlog').select('record_id').execute()).length,
    events: await tx.selectFrom('cognitive_event').select('not_evaluated').execute(),
  }))

/** The longest time of this thread in which nothing else on the event loop had a turn. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let before = cpuMs()
  const timer = setInterval(() => {
    const now = cpuMs()
    longest = Math.max(longest, now - before)
    before = now
  }, 5)
  await work()
  clearInterval(timer)
  return longest
}

test('texts whose examination takes long are stored in parts, and other work has its turns meanwhile', async () => {
  // Code is loaded and compiled before the time is taken.
  await captureHistory(world, tenant, [messageOf(world, { body: costly })])
  await keep()
  const turn = () => ingest({ ...world.ctx, examinationMs: 100, readers: { find: findConnector } }, tenant.id)
  const waited = await longestWait(turn)
  expect(waited).toBeLessThan(1_500)
  const first = await state()
  expect(first.messages).toBeGreaterThan(0)
  expect(first.waiting).toBe(count - first.messages)
  for (let turns = 0; turns < count && (await turn()) > 0; turns++) continue
  const { messages, waiting, transactions, events } = await state()
  expect([messages, waiting]).toEqual([count, 0])
  expect(transactions).toBeGreaterThan(1)
  // The cheap rule found its words, and the costly one is for a person to review.
  expect(events).toEqual(Array.from({ length: count + 1 }, () => ({ not_evaluated: true })))
}, 120_000)
