import { AccountId } from '@verbatim/contract/ids.ts'
import { describe, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

const at = 1_772_442_000
const conversationsOf = ({ id }: WorldTenant) =>
  inTenant(world.ctx.db, id, (tx) =>
    tx.selectFrom('conversation').select(['id', 'message_count', 'merged_into']).orderBy('id').execute(),
  )

describe('a Telegram group that became another chat', () => {
  const [old, fresh] = [-1_234, -1_001_234]
  const message = (id: number, chat: number, fields: object) => ({
    update_id: id,
    message: {
      message_id: id,
      date: at + id,
      chat: { id: chat, type: chat === old ? 'group' : 'supergroup', title: 'Deal room' },
      from: { id: 7, first_name: 'Ana' },
      ...fields,
    },
  })
  const said = message(1, old, { text: 'in the group' })
  const to = message(2, old, { migrate_to_chat_id: fresh })
  const from = message(3, fresh, { migrate_from_chat_id: old })
  const later = message(4, fresh, { text: 'in the other chat' })
  const joined = message(5, fresh, { new_chat_members: [{ id: 8, first_name: 'Bob' }] })

  // Either of the two messages may be the only one that arrives.
  test.each(
    shareOf(
      [
        ['in order', [said, to, from, later, joined]],
        ['reversed', [joined, later, from, to, said]],
        ['with the reporting message last', [later, said, joined, to, from]],
        ['reported only in the group', [joined, later, said, to]],
        ['reported only in the other chat', [joined, from, said, later]],
      ] as const,
      3,
    ),
  )('is one conversation, %s', async (name, updates) => {
    const tenant = await world.makeTenant(`moved-${name.replaceAll(' ', '-')}`)
    const id = AccountId.parse(newId(world.ctx.now()))
    const account = { id, channel: 'telegram', name: 'A bot', address: 'acme_bot' } as const
    await inTenant(world.ctx.db, tenant.id, (tx) => createAccounts(tx, [account]))
    for (const [index, update] of [...updates, ...updates].entries()) {
      const arrival = {
        tenantId: tenant.id,
        accountId: id,
        channel: 'telegram',
        transport: 'webhook',
      } as const
      const bytes = Buffer.from(JSON.stringify(update))
      const given = {
        sourceKey: String(index),
        contentType: 'application/json',
        headers: {},
        remote: undefined,
      }
      const receivedAt = world.ctx.now()
      await keepArrivals(world.ctx.db, tenant.id, [{ ...arrival, ...given, bytes, receivedAt }], receivedAt)
      await world.settle()
    }
    const conversations = await conversationsOf(tenant)
    const [home, ...none] = conversations.filter(({ merged_into: into }) => into === null)
    expect([home?.message_count, none]).toEqual([updates.length - 1, []])
    const members = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('message_event').where('kind', '=', 'membership').select('conversation_id').execute(),
    )
    expect(members).toEqual([{ conversation_id: home?.id }])
  })
})
