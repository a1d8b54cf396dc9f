import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import { captureHistory } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { messageWithChanges } from '#testing/changed-messages.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { makeMissingLines } from './missing.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('missing')
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const rule = { name: 'R', type: 'phrase', pattern: 'guaranteed', scope: 'message', conditions: {} }
  const policy = {
    name: 'Guarantees',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [rule],
  }
  expect((await reviewer.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
})

const weekMs = 8 * 24 * 60 * 60_000
const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)

/** What people see of a message, without when it reached us. */
async function projectionOf(key: string) {
  return inOurs(async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select message.message_key, body, content_type, direction, author_address, posted_at, deleted_at, deletion, delivery_state, edited_at,
        message.revision > 1 as is_revised, array(select flag from unnest(flags) flag where flag <> 'late' order by 1) as flags,
        array(select version.body from message_revision version where version.message_id = message.id and version.body is not null order by 1) as texts,
        array(select event_key from message_event event where event.message_id = message.id order by 1) as events,
        conversation.conversation_key, conversation.message_count, conversation.first_at, conversation.last_at,
        array(select address from participant who where who.conversation_id = conversation.id order by 1) as people,
        (select count(*) from evidence where evidence.message_id = message.id)::int as evidence,
        (select count(*) from cognitive_event raised where raised.conversation_id = conversation.id)::int as raised
      from message join conversation on conversation.id = message.conversation_id where message_key like ${`${key}%`}`.execute(
      tx,
    )
    return JSON.parse(JSON.stringify(rows).replaceAll(key, 'key')) as unknown[]
  })
}

let runs = 0
test('any order and any delay of a message and its changes give the same message', async () => {
  const reference = messageWithChanges(world, `run ${(runs += 1)} `)
  await captureHistory(world, tenant, [reference.message, ...reference.changes])
  const steps = fc.shuffledSubarray([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, -1, -1, -1], { minLength: 15 })
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (order, isDescribed) => {
      // No provider delivers an edit a week before the version that it names.
      const [first, second] = [order.indexOf(1), order.indexOf(2)]
      fc.pre(order.indexOf(-1, second) === -1 || order.indexOf(-1, second) > first)
      const key = `run ${(runs += 1)} `
      const { message, changes } = messageWithChanges(world, key, isDescribed)
      const all: readonly (CapturedEvent | CapturedMessage)[] = [message, ...changes]
      for (const step of order) {
        const event = all[step]
        if (event) await captureHistory(world, tenant, [event])
        else {
          world.pass(weekMs)
          await makeMissingLines(world.ctx, tenant.id)
        }
      }
      const [found, ...more] = await projectionOf(key)
      expect(more).toEqual([])
      expect(withoutTimes(found)).toEqual(withoutTimes((await projectionOf('run 1 '))[0]))
      expect((found as { posted_at: string }).posted_at).toBe(message.sentAt?.toISOString())
    }),
    { numRuns: 25 },
  )
  expect(await differingDays()).toEqual([])
})

/** Days whose counts are not those of their messages. */
const differingDays = () =>
  inOurs(async (tx) => {
    const days = sql`select 'all', (posted_at at time zone 'UTC')::date, count(*) from message group by 2
      union all select 'said', (posted_at at time zone 'UTC')::date, count(*) from message where content_type <> 'missing' group by 2`
    const counts = sql`select 'all', day, sum(messages) from message_day where messages > 0 group by 2
      union all select 'said', day, sum(messages) from message_rollup where messages > 0 group by 2`
    const { rows } =
      await sql`((${days}) except (${counts})) union all ((${counts}) except (${days}))`.execute(tx)
    return rows
  })

const times = /_at$/
function withoutTimes(row: unknown) {
  return Object.entries(row as Record<string, unknown>).filter(([name]) => !times.test(name))
}
