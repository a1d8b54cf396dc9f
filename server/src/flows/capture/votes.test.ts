import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import { findConnector } from '#channels/registry.ts'
import { inTenant } from '#platform/db.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { type DeviceEvent, type LinkedAccount, linkAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { pollContent, sealVote, voteContent } from '#testing/whatsapp-native.ts'
import type { World, WorldTenant } from '#testing/world.ts'
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

const own = '15550001111@s.whatsapp.net'
/** A vote of the owner's in a poll of Bob's, now. */
const ownVote = (): DeviceEvent => [
  'messages.upsert',
  arrived(
    webMessage({
      from: bob,
      isMine: true,
      id: 'V2',
      at: Math.floor(world.ctx.now().getTime() / 1000),
      message: voteContent(sealVote({ id: 'P1', asked: bob, voted: own }, ['Later']), {
        id: 'P1',
        fromMe: false,
        remoteJid: bob,
      }),
    }),
  ),
]
const ownStatus: DeviceEvent = [
  'messages.update',
  [{ key: { remoteJid: bob, fromMe: true, id: 'V2' }, update: { status: 2 } }],
]

async function openedIn(label: string, events: readonly DeviceEvent[], weekAfter?: DeviceEvent) {
  const linked = await linkAccount(world, label)
  const { tenant } = linked
  await tellAccount(world, linked, events)
  if (weekAfter) {
    world.pass(8 * dayMs)
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
  const again = await rereadRecords(
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

test(
  'a vote in a poll that comes after a week, when there is a line of it, is opened then',
  { tags: ['whole'] },
  async () => {
    expect(await openedIn('poll-late', [vote], poll)).toMatchObject(opened)
  },
)

const uncaptured = { vote: 'in a poll that was not captured' }

test("another person's vote in a poll that never came is shown as that, and the poll opens it still", async () => {
  const linked = await linkAccount(world, 'never')
  const mine = { id: 'P3', fromMe: true, remoteJid: bob }
  const sealed = sealVote({ id: 'P3', asked: own, voted: bob }, ['Now'])
  const message = webMessage({ from: bob, id: 'V3', at, message: voteContent(sealed, mine) })
  await tellAccount(world, linked, [['messages.upsert', arrived(message)]])
  world.pass(8 * dayMs)
  expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(1)
  const lines = () =>
    inTenant(world.ctx.db, linked.tenant.id, (tx) =>
      tx.selectFrom('message').select(['structured', 'author_address']).orderBy('posted_at').execute(),
    )
  // Of the owner's there is nothing: anyone may name a poll that was never sent.
  expect(await lines()).toEqual([{ structured: uncaptured, author_address: '+15552223333' }])
  world.pass(8 * dayMs)
  expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(0)
  const late = webMessage({ from: bob, isMine: true, id: 'P3', message: pollContent(), at: at - 60 })
  await tellAccount(world, linked, [['messages.upsert', arrived(late)]])
  expect((await lines())[1]).toMatchObject({ structured: { votedFor: ['Now'] } })
})

/** What the owner's vote has become, and the gaps that are noted. */
const foundIn = (tenant: WorldTenant) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => ({
    vote: await tx
      .selectFrom('message')
      .where('message_key', 'like', '%:V2')
      .select(['content_type', 'structured', 'delivery_state'])
      .executeTakeFirst(),
    gaps: (
      await tx
        .selectFrom('account_gap')
        .where('kind', '=', 'missing')
        .select('outcome')
        .orderBy('began_at')
        .execute()
    ).map(({ outcome }) => outcome),
  }))
const sent = { content_type: 'system', structured: { votedFor: ['Later'] }, delivery_state: 'sent' }

/** An account that has been connected for a day. */
async function connected(label: string): Promise<LinkedAccount> {
  const linked = await linkAccount(world, label)
  const hello = webMessage({ from: bob, id: 'T1', message: { conversation: 'Hello' }, at })
  await tellAccount(world, linked, [['messages.upsert', arrived(hello)]])
  world.pass(dayMs)
  return linked
}

test('the status of a vote that waits for its poll is shown on its line, and is of no missing message', async () => {
  for (const [label, order] of shareOf([
    ['status-before', [ownStatus, ownVote(), poll]],
    ['status-after', [ownVote(), ownStatus, poll]],
  ] as const)) {
    const linked = await connected(label)
    await tellAccount(world, linked, order)
    world.pass(8 * dayMs)
    expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(0)
    expect(await foundIn(linked.tenant)).toEqual({ vote: sent, gaps: [] })
  }
})

test("the owner's vote in a poll from before the account was linked is shown as that, and is no gap", async () => {
  const linked = await connected('both-late')
  await tellAccount(world, linked, [ownVote()])
  world.pass(dayMs)
  await tellAccount(world, linked, [ownStatus])
  world.pass(8 * dayMs)
  expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(1)
  const line = { content_type: 'missing', structured: uncaptured, delivery_state: 'sent' }
  expect(await foundIn(linked.tenant)).toEqual({ vote: line, gaps: [] })
  const reviewer = await world.as(linked.tenant, linked.tenant.users.compliance)
  const { json } = await reviewer.call('GET', '/bff/api/v1/messages')
  const [shown] = json.items
  expect((await reviewer.call('GET', `/bff/api/v1/messages/${shown.id}`)).json).toMatchObject({
    contentType: 'missing',
    body: null,
    structured: uncaptured,
  })
  await tellAccount(world, linked, [poll])
  expect(await foundIn(linked.tenant)).toEqual({ vote: sent, gaps: [] })
})

test('a status that was due before the vote it is of makes no gap either', { tags: ['whole'] }, async () => {
  const linked = await connected('status-due')
  await tellAccount(world, linked, [ownStatus])
  world.pass(dayMs)
  await tellAccount(world, linked, [ownVote()])
  world.pass(6.5 * dayMs)
  expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(1)
  const line = { content_type: 'missing', structured: uncaptured, delivery_state: 'sent' }
  expect(await foundIn(linked.tenant)).toEqual({ vote: line, gaps: [] })
  await tellAccount(world, linked, [poll])
  expect(await foundIn(linked.tenant)).toEqual({ vote: sent, gaps: [] })
})

test(
  'what else is said of the poll by those who wrote it makes its line and its gap, and the vote is shown too',
  { tags: ['whole'] },
  async () => {
    const linked = await connected('poll-changed')
    const key = { remoteJid: bob, fromMe: true, id: 'P1' }
    const mine = sealVote({ id: 'P1', asked: own, voted: own }, ['Later'])
    const vote = webMessage({
      from: bob,
      isMine: true,
      id: 'V2',
      at: Math.floor(world.ctx.now().getTime() / 1000),
      message: voteContent(mine, { id: 'P1', fromMe: true, remoteJid: bob }),
    })
    await tellAccount(world, linked, [
      ['messages.upsert', arrived(vote)],
      ['messages.update', [{ key, update: { status: 2 } }]],
    ])
    world.pass(8 * dayMs)
    expect(await makeMissingLines(world.ctx, linked.tenant.id)).toBe(2)
    expect(await foundIn(linked.tenant)).toMatchObject({ vote: { structured: uncaptured }, gaps: [null] })
    const asked = webMessage({ from: bob, isMine: true, id: 'P1', message: pollContent(), at })
    await tellAccount(world, linked, [['messages.upsert', arrived(asked)]])
    expect(await foundIn(linked.tenant)).toMatchObject({
      vote: { structured: { votedFor: ['Later'] } },
      gaps: ['arrived'],
    })
  },
)
