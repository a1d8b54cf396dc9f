import { auditList } from '@verbatim/contract/audit.ts'
import { listQuery } from '@verbatim/contract/list.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { everything } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { countAuditEvents, toAuditQuestion } from './queries.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('counted')
  // 120 by their kind alone, 30 by kind and name, 50 by their name alone, 100 by neither.
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    sql`insert into audit_event (id, at, actor_name, type)
      select gen_random_uuid(), now() - n * interval '1 hour', case when n between 120 and 199 then 'Signe Lund' else 'Ana Bell' end,
        case when n < 150 then 'sign_in' else 'message_viewed' end
      from generate_series(0, 299) n`.execute(tx),
  )
})

const question = (text: string, filter = '') => {
  const asked = listQuery(auditList).parse({ search: text, ...(filter && { filter }) })
  return toAuditQuestion(everything, asked, world.ctx.now())!
}

test('a search names the types whose names contain all its words', () => {
  const { types } = question('sign')
  expect(types).toEqual(expect.arrayContaining(['sign_in', 'sign_in_failed', 'sign_out']))
  expect(types).not.toContain('message_viewed')
  expect(question('sign fail').types).toEqual(['sign_in_failed'])
  expect(question('sign ana').types).toEqual([])
})

test.each([
  ['sign', '', 200],
  ['sign in', '', 150],
  ['signe', '', 80],
  ['sign ana', '', 120],
  ['view', '', 150],
  ['sign', 'eventType[eq]:message_viewed', 50],
  ['sign', 'eventType[neq]:sign_in', 50],
])('the search “%s” (%s) is counted exactly, up to the requested limit', async (text, filter, all) => {
  const asked = question(text, filter)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    expect(await countAuditEvents(tx, asked)).toBe(all)
    for (const most of [1, 100, 149, 150, 151, 1_000])
      expect([most, await countAuditEvents(tx, asked, most)]).toEqual([most, Math.min(most, all)])
  })
})
