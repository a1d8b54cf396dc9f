import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { newsOf } from '#flows/watch-accounts/news.ts'
import { takeDueGaps } from '#domains/accounts/gaps.ts'
import { inTenant } from '#platform/db.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
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
  const policy = {
    name: 'Guarantees',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'R', type: 'phrase', pattern: 'guaranteed', scope: 'message', conditions: {} }],
  }
  expect((await reviewer.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  await turnArchivingOn(world, tenant, { alsoEvents: ['receipt'] })
})

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)
const turn = () => makeMissingLines(world.ctx, tenant.id)
/** Signed in again, because weeks pass. */
const get = async (path: string) =>
  (await (await world.as(tenant, tenant.users.compliance)).call('GET', `/bff/api/v1/${path}`)).json
const library = (query: string) => get(`messages?${query}`)
const missingOnes = () => library('filter=sourceType[eq]:missing')

const changed = (key: string) => messageWithChanges(world, key)

test('after a week a missing message has a line, and its edit is shown, found, examined and archived', async () => {
  const { message, changes } = changed('never')
  await captureHistory(world, tenant, changes)
  world.pass(7 * dayMs - 1)
  expect(await turn()).toBe(0)
  world.pass(1)
  expect(await turn()).toBe(1)
  expect(await turn()).toBe(0)
  const { items } = await missingOnes()
  expect(items).toMatchObject([
    {
      contentType: 'missing',
      body: 'As it stands',
      isDeleted: true,
      postedAt: message.sentAt?.toISOString(),
    },
  ])
  const shown = await get(`messages/${items[0].id}`)
  expect(shown).toMatchObject({
    flags: ['missing', 'late'],
    versions: [{ body: null }, { body: 'A guaranteed return' }, { body: 'As it stands' }],
    reactions: [{ value: '👍' }],
    receipts: [{ state: 'read' }],
  })
  expect((await library('search=messageBody:stands')).total).toBe(1)
  expect((await get('cognitive-events')).total).toBe(1)
  const mails = await inOurs((tx) =>
    tx.selectFrom('archive_mail').select('event').orderBy('revision').execute(),
  )
  expect(mails.map(({ event }) => event).toSorted()).toEqual([
    'delete',
    'edit',
    'edit',
    'message',
    'reaction',
    'receipt',
  ])
  // No figure counts it: what was said first is not known.
  expect((await library('filter=isAutomatic[eq]:false')).total).toBe(0)
})

test('what another person says of a message that is not theirs makes no line and no gap, and counts once it comes', async () => {
  const { message, changes } = changed('hearsay')
  const said = changes.flatMap((event) =>
    event.kind === 'status' || event.kind === 'reaction' ? [{ ...event, unconfirmed: true as const }] : [],
  )
  expect(said.length).toBeGreaterThan(1)
  const gapsNow = () =>
    inOurs((tx) => tx.selectFrom('account_gap').where('kind', '=', 'missing').selectAll().execute())
  const before = [(await missingOnes()).total, (await gapsNow()).length]
  await captureHistory(world, tenant, said)
  world.pass(9 * dayMs)
  expect(await turn()).toBe(0)
  expect([(await missingOnes()).total, (await gapsNow()).length]).toEqual(before)
  await captureHistory(world, tenant, [message])
  const { items } = await library('limit=50')
  const found = items.find(({ body }: { body: string | null }) => body === message.body)
  expect(await get(`messages/${found.id}`)).toMatchObject({
    reactions: [{ value: '👍' }],
    receipts: [{ state: 'read' }],
  })
})

test('a day with missing messages has one gap until they arrive', async () => {
  const gaps = () =>
    inOurs((tx) =>
      tx
        .selectFrom('account_gap')
        .where('kind', '=', 'missing')
        .selectAll()
        .orderBy('began_at', 'desc')
        .execute(),
    )
  world.passToNoon()
  await inOurs((tx) =>
    tx
      .updateTable('channel_account')
      .set({ connected_at: new Date(world.ctx.now().getTime() - 9 * dayMs) })
      .execute(),
  )
  const [one, two] = [changed('gap 1'), changed('gap 2')]
  await captureHistory(world, tenant, [...one.changes, ...two.changes])
  world.pass(8 * dayMs)
  expect(await turn()).toBe(2)
  const [gap] = await gaps()
  expect(gap).toMatchObject({
    account_id: tenant.accounts.whatsapp,
    began_at: one.message.sentAt,
    outcome: null,
  })
  const due = await inOurs((tx) => takeDueGaps(tx, world.ctx.now(), 9))
  expect(
    newsOf(
      due.find(({ id }) => id === gap?.id)!,
      { isListed: true, keepsForMs: undefined },
      world.ctx.now(),
    ),
  ).toMatchObject({
    news: { kind: 'ended', outcome: 'lost' },
  })
  await captureHistory(world, tenant, [one.message])
  expect((await gaps())[0]).toMatchObject({ outcome: null })
  await captureHistory(world, tenant, [two.message])
  expect((await gaps())[0]).toMatchObject({ outcome: 'arrived', notify_at: null })
})
