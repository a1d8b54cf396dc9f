import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { type ChannelCells, type Given } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { vectorDeliveries } from '#testing/fidelity/vectors.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let forward: WorldTenant
let backward: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  forward = await world.makeTenant('forward')
  backward = await world.makeTenant('backward')
})

/** The cells of the fidelity table, and the vectors of the reference where it is there. */
const deliveriesOf = ({ channel, cells }: ChannelCells): Given[] => [
  ...Object.values(cells).flatMap((cell) => (typeof cell === 'string' ? [] : cell.deliveries)),
  ...vectorDeliveries(channel),
]

test.each(allCells)(
  'the deliveries of $channel leave the same in reverse and twice, however they are batched',
  async (channel) => {
    const deliveries = deliveriesOf(channel)
    expect(deliveries.length).toBeGreaterThan(15)
    const once = await play(forward, channel, [deliveries])
    const reversed = deliveries.toReversed()
    const third = Math.ceil(reversed.length / 3)
    const parts = [0, 1, 2].map((part) => reversed.slice(part * third, (part + 1) * third))
    const again = await play(backward, channel, parts, deliveries)
    expect(again).toEqual(once)
    expect(once.messages.length).toBeGreaterThan(10)
  },
)

/** @param more Kept under other keys after all the rest, as if the provider gave them anew. */
async function play(
  tenant: WorldTenant,
  channel: ChannelCells,
  parts: readonly (readonly Given[])[],
  more: readonly Given[] = [],
) {
  const accountId = await addFidelityAccount(world, tenant, channel)
  const place = { channel: channel.channel, accountId }
  for (const part of parts) {
    await keepDeliveries(world, tenant, place, part)
    await world.settle()
  }
  await keepDeliveries(world, tenant, { ...place, suffix: ' again' }, more)
  await world.settle()
  return readProjection(tenant, accountId)
}

/** What people see of an account, without what only says when something was received. */
async function readProjection(tenant: WorldTenant, accountId: AccountId) {
  return inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows: messages } = await sql<Record<string, unknown>>`
      select message_key, body, content_type, subject, direction, author_address, structured, reply_to_key, attachment_count,
        delivery_state, deleted_at is not null as deleted, deletion ->> 'scope' as scope,
        array(select flag from unnest(flags) flag where flag not in ('late', 'clockSkew', 'reusedId') order by 1) as flags,
        array(select version.body from message_revision version where version.message_id = message.id order by 1) as texts
      from message where account_id = ${accountId} order by message_key`.execute(tx)
    const { rows: events } = await sql<Record<string, unknown>>`
      select kind, event_key, target_key, actor_address, message_id is not null as found, payload
      from message_event where account_id = ${accountId} order by event_key`.execute(tx)
    // The account's own id, and that of its source; and which of several mails with one id came first.
    const named = (text: string) =>
      text
        .replaceAll(accountId, 'account')
        .replaceAll(/bot[0-9a-f-]{36}:/g, 'bot:')
        .replaceAll(/~[0-9a-f]{16}"/g, '"')
    const plain = (rows: readonly Record<string, unknown>[]) =>
      rows.map((row) => named(JSON.stringify(row))).toSorted()
    return { messages: plain(messages), events: plain(events) }
  })
}
