/** A further copy of a message may say that its words are not its author's own: nothing is counted of them any more. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
useTenants('copies', (given, opened) => {
  tenant = given
  world = opened
})

test.each([{ forwarded: true as const }, { flags: ['autoReply' as const] }])(
  'a copy that says %o takes the promise and the mention of its message, and no other',
  async (more) => {
    const [copied, other] = ['copied', 'other'].map((messageKey) =>
      messageOf(world, {
        messageKey,
        body: 'I will send it tomorrow. Text me on Signal.',
        direction: 'outbound',
        author: { kind: 'phone', value: '+15550100002' },
      }),
    )
    const counted = () =>
      inTenant(world.ctx.db, tenant.id, async (tx) => {
        const of = async (table: 'promise' | 'off_channel_mention') => {
          const found = sql<{ key: string }>`select message_key as key from ${sql.table(table)} counted
            join message on message.id = counted.message_id order by 1`
          return (await found.execute(tx)).rows
        }
        return { promises: await of('promise'), mentions: await of('off_channel_mention') }
      })
    await captureHistory(world, tenant, [copied!, other!])
    const both = [{ key: 'copied' }, { key: 'other' }]
    expect(await counted()).toEqual({ promises: both, mentions: both })
    await captureHistory(world, tenant, [{ ...copied!, ...more }])
    expect(await counted()).toEqual({ promises: both.slice(1), mentions: both.slice(1) })
  },
)
