import { expect, test } from 'vitest'
import { redigest } from '#flows/redigest/redigest.ts'
import { findConnector } from '#channels/registry.ts'
import { inTenant } from '#platform/db.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { type DeviceEvent, linkAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { pollContent, sealVote, voteContent } from '#testing/whatsapp-native.ts'
import type { World } from '#testing/world.ts'
import { makeMissingLines } from './missing.ts'

let world: World
useTestWorld((opened) => {
  world = opened
})

const bob = '15552223333@s.whatsapp.net'
const at = 1_772_442_000
const poll: DeviceEvent = [
  'messages.upsert',
  arrived(webMessage({ from: bob, id: 'P1', message: pollContent(), at })),
]
const vote: DeviceEvent = [
  'messages.upsert',
  arrived(
    webMessage({
      from: bob,
      id: 'V1',
      at: at + 60,
      message: voteContent(sealVote({ id: 'P1', asked: bob, voted: bob }, ['Later']), {
        id: 'P1',
        fromMe: false,
        remoteJid: bob,
      }),
    }),
  ),
]

async function openedIn(label: string, events: readonly DeviceEvent[], weekAfter?: DeviceEvent) {
  const linked = await linkAccount(world, label)
  const { tenant } = linked
  await tellAccount(world, linked, events)
  if (weekAfter) {
    world.pass(8 * 24 * 60 * 60_000)
    expect(await makeMissingLines(world.ctx, tenant.id)).toBe(1)
    await tellAccount(world, linked, [weekAfter])
  }
  const lines = () =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx
        .selectFrom('message')
        .select(['content_type', 'body', 'structured', 'reply_to_key'])
        .orderBy('posted_at')
        .execute(),
    )
  const before = await lines()
  const again = await redigest(
    {
      ...world.ctx,
      readers: { find: findConnector },
      release: '9.9.9',
      operator: { userId: undefined, name: 'Operator' },
    },
    tenant.id,
    { all: true },
  )
  expect(again.added).toBe(0)
  expect(await lines()).toEqual(before)
  return before
}

const opened = [
  { content_type: 'poll', body: 'When?' },
  { content_type: 'system', body: null, structured: { votedFor: ['Later'] } },
]

test('a vote is a line with what was chosen, whichever of it and its poll comes first, and once', async () => {
  const lines = await openedIn('poll-first', [poll, vote, vote])
  expect(lines).toMatchObject(opened)
  expect(lines[1]?.reply_to_key).toMatch(/:P1$/)
  expect(await openedIn('vote-first', [vote, poll])).toMatchObject(opened)
})

test('a vote in a poll that comes after a week, when a line stands for it, is opened then', async () => {
  expect(await openedIn('poll-late', [vote], poll)).toMatchObject(opened)
})
