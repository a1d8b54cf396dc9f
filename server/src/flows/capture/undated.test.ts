/** A message of which only a reaction is known, or that it was read: it may have been sent before its account was connected. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { linkAccount, tellAccount } from '#testing/linked-account.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { makeMissingLines } from './missing.ts'

let world: World
let tenant: WorldTenant
let count = 0
useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  tenant = await world.makeTenant(`undated-${(count += 1)}`)
  world.passToNoon()
})

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2], of = tenant) =>
  inTenant(world.ctx.db, of.id, work)
const self = { kind: 'self', value: '' } as const

const connect = (daysAgo: number, of = tenant) =>
  inOurs(
    (tx) =>
      tx
        .updateTable('channel_account')
        .set({ connected_at: new Date(world.ctx.now().getTime() - daysAgo * dayMs) })
        .execute(),
    of,
  )

const about = { conversationKey: 'with Bob', conversationType: 'direct', direction: 'inbound' } as const
const since = (key: string) =>
  ({
    channel: 'whatsapp',
    targetKey: key,
    at: new Date(world.ctx.now().getTime() - hourMs),
    actor: self,
  }) as const
const reaction = (key: string, sentAt?: Date): CapturedEvent => ({
  kind: 'reaction',
  ...since(key),
  about: { ...about, ...(sentAt && { sentAt }) },
  eventKey: `r ${key}`,
  action: 'add',
  value: '👍',
})
const reading = (key: string): CapturedEvent => ({
  kind: 'status',
  ...since(key),
  about,
  eventKey: `s ${key}`,
  state: 'read',
  recipient: self,
})
const deletion = (key: string, scope: 'owner-local' | 'everyone'): CapturedEvent => ({
  kind: 'delete',
  ...since(key),
  about,
  eventKey: `d ${key}`,
  scope,
})

/** A week later. */
async function lookAgain(of = tenant) {
  world.pass(8 * dayMs)
  const lines = await makeMissingLines(world.ctx, of.id)
  return { lines, gaps: await gapsOf(of) }
}

const gapsOf = (of = tenant) =>
  inOurs(
    (tx) =>
      tx
        .selectFrom('account_gap')
        .where('kind', '=', 'missing')
        .select(['account_id', 'began_at', 'outcome'])
        .orderBy('began_at')
        .execute(),
    of,
  )

const daysAgo = (days: number) => new Date(world.ctx.now().getTime() - days * dayMs)

test.each<[string, (key: string) => CapturedEvent]>([
  ['a reaction', reaction],
  ['a reading by its owner', reading],
  ['a deletion by its owner for themself', (key) => deletion(key, 'owner-local')],
])(
  '%s alone makes a line of its message, and a gap only long after the account was connected',
  async (_, by) => {
    await connect(29)
    await captureHistory(world, tenant, [by('young')])
    expect(await lookAgain()).toEqual({ lines: 1, gaps: [] })
    await captureHistory(world, tenant, [by('old')])
    const { lines, gaps } = await lookAgain()
    expect(lines).toBe(1)
    expect(gaps).toMatchObject([{ account_id: tenant.accounts.whatsapp, outcome: null }])
  },
)

test.each<[string, boolean, (key: string) => readonly CapturedEvent[]]>([
  ['a reaction to a message that is said to be from before', false, (key) => [reaction(key, daysAgo(3))]],
  ['a reaction to a message that is said to be from since then', true, (key) => [reaction(key, daysAgo(1))]],
  ['a deletion for everyone', true, (key) => [deletion(key, 'everyone')]],
  ['a reaction, and a deletion for everyone', true, (key) => [reaction(key), deletion(key, 'everyone')]],
  [
    'a reaction, and what another person says',
    false,
    (key) => [reaction(key), { ...deletion(key, 'everyone'), unconfirmed: true }],
  ],
])('two days after the account was connected, %s makes a gap: %s', async (_, isGap, events) => {
  await connect(2)
  await captureHistory(world, tenant, [...events('one')])
  const { lines, gaps } = await lookAgain()
  expect([lines, gaps.length]).toEqual([1, isGap ? 1 : 0])
})

test('a line that is no sign of a missing message keeps no gap of its day open', async () => {
  await connect(2)
  const lost = messageOf(world, { messageKey: 'lost', sentAt: daysAgo(0.2) })
  await captureHistory(world, tenant, [
    reaction('lost', lost.sentAt),
    reaction('also lost', daysAgo(0)),
    reaction('from before'),
  ])
  expect(await lookAgain()).toMatchObject({ lines: 3, gaps: [{ outcome: null }] })
  await captureHistory(world, tenant, [lost])
  expect(await gapsOf()).toMatchObject([{ outcome: null }])
  const [gap] = await gapsOf()
  const other = messageOf(world, {
    messageKey: 'also lost',
    sentAt: new Date(gap!.began_at.getTime() + 0.2 * dayMs),
  })
  await captureHistory(world, tenant, [other])
  expect(await gapsOf()).toMatchObject([{ outcome: 'arrived' }])
})

test('the owner of a newly linked WhatsApp reacts to a message from before: a line with the reaction, and no gap', async () => {
  const linked = await linkAccount(world, `undated-linked-${count}`)
  const at = Math.floor(world.ctx.now().getTime() / 1_000)
  const react = (id: string, now: number) =>
    tellAccount(world, linked, [
      [
        'messages.upsert',
        arrived(
          webMessage({
            isMine: true,
            id: `of ${id}`,
            at: now,
            message: {
              reactionMessage: { key: { id, fromMe: false }, text: '❤️', senderTimestampMs: now * 1_000 },
            },
          }),
        ),
      ],
    ])
  await connect(1, linked.tenant)
  await react('B1', at)
  expect(await lookAgain(linked.tenant)).toEqual({ lines: 1, gaps: [] })
  const reader = await world.as(linked.tenant, linked.tenant.users.compliance)
  const { json } = await reader.call('GET', '/bff/api/v1/messages?filter=sourceType[eq]:missing')
  const shown = await reader.call('GET', `/bff/api/v1/messages/${json.items[0].id}`)
  expect(shown.json).toMatchObject({ contentType: 'missing', reactions: [{ value: '❤️' }] })
  world.pass(40 * dayMs)
  await react('B2', Math.floor(world.ctx.now().getTime() / 1_000))
  expect(await lookAgain(linked.tenant)).toMatchObject({ lines: 1, gaps: [{ account_id: linked.id }] })
})
