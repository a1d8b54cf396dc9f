/** What a conversation has recently been about, by the call. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { ConversationId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { insertMessages } from '#testing/messages.ts'
import { useTenants } from '#testing/test-world.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller

useTenants('episodes', async (fresh, opened) => {
  world = opened
  tenant = fresh
  admin = await world.as(tenant, tenant.users.super_admin)
})

type Theme = 'Fees' | 'Pensions' | undefined

/** A conversation of messages, each so many hours ago, about a theme, with a group. */
async function converse(
  ...said: readonly (readonly [hoursAgo: number, theme: Theme, group?: 'north' | 'south'])[]
): Promise<ConversationId> {
  const now = world.ctx.now()
  const conversation = newId<ConversationId>(now)
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const ids = await insertMessages(
      tx,
      said.map(([hoursAgo, , group = 'south']) => ({
        conversation_id: conversation,
        posted_at: new Date(now.getTime() - hoursAgo * hourMs),
        group_ids: [tenant.groups[group]],
      })),
      now,
    )
    const about = (theme: Theme) => ids.filter((_, at) => said[at]?.[1] === theme)
    await insertThemes(
      tx,
      [
        { name: 'Fees', messageIds: about('Fees') },
        { name: 'Pensions', messageIds: about('Pensions') },
      ],
      now,
    )
  })
  return conversation
}

const themeOf = async (id: ConversationId, caller = admin): Promise<string | undefined> =>
  (await caller.call('GET', `/bff/conversations/${id}`)).json.theme?.name

test('most of its last messages count, up to a pause of 24 hours', async () => {
  const id = await converse(
    [80, 'Fees'],
    [79, 'Fees'],
    [78, 'Fees'],
    [50, 'Pensions'],
    [27, 'Fees'],
    [4, 'Pensions'],
    [1, undefined],
  )
  expect(await themeOf(id)).toBe('Pensions')
})

test('without a theme since the pause there is none, and of two equal ones the later counts', async () => {
  expect(await themeOf(await converse([30, 'Fees'], [5, undefined]))).toBeUndefined()
  expect(await themeOf(await converse([5, 'Pensions'], [4, 'Fees']))).toBe('Fees')
  expect(await themeOf(await converse([4, 'Fees'], [3, 'Pensions'], [2, undefined]))).toBe('Pensions')
})

test('a notice of the system ends no pause: a conversation is what people said', async () => {
  const id = await converse([42, 'Fees'], [41, 'Fees'], [10, 'Pensions'])
  const now = world.ctx.now()
  await inTenant(world.ctx.db, tenant.id, (tx) => {
    const posted_at = new Date(now.getTime() - 25 * hourMs)
    return insertMessages(tx, [{ conversation_id: id, posted_at, content_type: 'system' }], now)
  })
  expect(await themeOf(id)).toBe('Pensions')
})

test('only messages that the reader sees count, and a hidden theme is not shown', async () => {
  const id = await converse([5, 'Pensions'], [4, 'Pensions'], [3, 'Fees', 'north'])
  expect(await themeOf(id)).toBe('Pensions')
  expect(await themeOf(id, await world.as(tenant, tenant.northerner))).toBe('Fees')
  const { json } = await admin.call('GET', `/bff/conversations/${id}`)
  await admin.call('PUT', `/bff/themes/${json.theme.id}`, { isHidden: true })
  expect(await themeOf(id)).toBe('Fees')
})
