/** Who writes on a number of several people is not known, so that rules on either sender apply. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setUpCapture } from '#testing/capture.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
const { inside, messages, capture, message } = setUpCapture('shared', (bed) => ({ world, tenant } = bed))

test('what is written on an account without an owner may be a representative’s, and a rule on their messages finds it', async () => {
  const admin = await world.as(tenant, tenant.users.super_admin)
  const rules = (['messenger_user', 'contact'] as const).map((senderRole) => ({
    name: senderRole,
    type: 'phrase',
    pattern: 'dibbler',
    scope: 'message',
    conditions: { senderRole },
  }))
  const policy = { name: 'dibbler', severity: 'high', scope: 'global', groupIds: [], action: 'raise' }
  const made = await admin.call('POST', '/bff/api/v1/topic', { ...policy, enabled: true, rules })
  expect(made.status, JSON.stringify(made.json)).toBe(200)
  world.pass(hourMs)
  await capture([message({ direction: 'outbound', author: { kind: 'self', value: '' }, body: 'dibbler' })])
  expect(await messages()).toMatchObject([{ author_user_id: null, is_covered: true }])
  const found = await inside((tx) =>
    sql<{ name: string }>`select policy_rule.name from evidence
      join policy_rule on policy_rule.id = evidence.rule_id order by 1`.execute(tx),
  )
  expect(found.rows.map(({ name }) => name)).toEqual(['contact', 'messenger_user'])
})
