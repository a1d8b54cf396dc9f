/** An archive that Verbatim reads is read a second time: what the first reading missed is found. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import { Cursor } from '#channels/wecom/cursor.ts'
import { openCoverageExport } from '#domains/accounts/coverage-export.ts'
import { findCursor } from '#domains/accounts/collections.ts'
import { type Collecting, openCollecting } from '#flows/collect/collect.ts'
import { hintOf, openHints } from '#flows/collect/hints.ts'
import { notifyOfGaps } from '#flows/watch-accounts/notify-of-gaps.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { customer } from '#testing/wecom.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { knownChannels } from './coverage.ts'
import { reconcile } from './reconcile.ts'

const accounts = '/external-accounts/api/v1/wecom/accounts'
let database: TestDatabase
let world: World
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  world = await openWorld(database.url, { WECOM_ARCHIVE_DIR: folder })
}, 60_000)
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

let tenant: WorldTenant
let fake: FakeWecom
let collecting: Collecting
let hints: ReturnType<typeof openHints>
let source: AccountId
let employee: AccountId
let turn = 0
let count = 0
const openCollectors = () =>
  openCollecting(world.ctx, {
    holder: `test-${turn}-${(count += 1)}`,
    collectors: findCollectors().filter(({ channel }) => channel === 'wecom'),
    hints,
  })
const inside = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)
/** Signed in again, because days pass. */
const admin = () => world.as(tenant, tenant.users.tenant_admin)
beforeEach(async () => {
  turn += 1
  // From noon on, the hours that a test passes are all of one day.
  world.passToNoon()
  tenant = await world.makeTenant(`archive-${turn}`)
  fake = new FakeWecom(`ww1436e0e65a77${1000 + turn}`)
  hints = openHints()
  collecting = openCollectors()
  const add = async (entered: object) => {
    const { status, json } = await (await admin()).call('POST', accounts, entered)
    expect(status).toBe(200)
    return AccountId.parse(json.id)
  }
  const { archiveSecret, privateKeys } = fake.secrets
  source = await add({ name: 'Acme', address: fake.corpId, details: { archiveSecret, privateKeys } })
  employee = await add({ name: 'Li Wei', address: 'LiWei', sourceId: source })
})
afterEach(async () => {
  await collecting.close()
  await inside((tx) => tx.updateTable('channel_account').set({ status: 'inactive' }).execute())
})

const now = () => world.ctx.now().getTime()
const text = (content: string, given: object = {}) => ({
  msgid: `a${(count += 1)}`,
  action: 'send',
  from: 'LiWei',
  tolist: [customer],
  roomid: '',
  msgtime: now(),
  msgtype: 'text',
  text: { content },
  ...given,
})
const say = (...messages: readonly object[]) =>
  fake.archive(
    folder,
    messages.map((message) => fake.sealed(message)),
  )
let last = 0
const cursor = async () => Cursor.safeParse(await inside((tx) => findCursor(tx, source))).data

/** Reads the archive to its end in the hour that it is. @param number The number of its last message. */
async function collect(number: number): Promise<void> {
  await collecting.tick()
  hints.wake(hintOf(source).name)
  const thisHour = now() - (now() % hourMs)
  await vi.waitUntil(
    async () => {
      const read = await cursor()
      return read?.seq === number && read.marks.at(-1)?.[0] === thisHour
    },
    { timeout: 10_000, interval: 10 },
  )
  last = number
}

async function compare(): Promise<void> {
  while ((await reconcile(world.ctx, tenant.id)) > 0);
  await world.settle()
}

/** Hours pass in which the archive is read and compared, each so often. */
async function pass(hours: number, each = 1): Promise<void> {
  for (let passed = 0; passed < hours; passed += each) {
    world.pass(each * hourMs)
    await collect(last)
    await compare()
  }
}

const coverage = async (id: AccountId) =>
  (await (await admin()).call('GET', `/bff/api/v1/accounts/${id}/coverage`)).json
interface Day {
  readonly day: string
  readonly state: string
  readonly reasons: readonly string[]
  readonly listed: number
  readonly recovered: number
}
const daysOf = async (id: AccountId): Promise<Day[]> => (await coverage(id)).days
const countOf = async (id: AccountId) => {
  const days = await daysOf(id)
  const sum = (field: 'listed' | 'recovered') => days.reduce((total, one) => total + one[field], 0)
  return [sum('listed'), sum('recovered')]
}
const bodies = async () => {
  const rows = await inside((tx) => tx.selectFrom('message').select(['body', 'account_id']).execute())
  return rows.map(({ body, account_id: id }) => `${id === source ? 'source: ' : ''}${body}`).toSorted()
}
const transports = async () => {
  const rows = await inside((tx) => tx.selectFrom('message_record').select('transport').execute())
  return rows.map((row) => row.transport).toSorted()
}

test('messages that the archive showed late are found and fetched once, for the accounts that they belong to', async () => {
  await say(text('First'))
  const show = fake.late(folder, [text('Late'), text('Late too', { from: 'ZhangSan' })])
  await say(text('Last'))
  await collect(4)
  await show()
  world.pass(5 * minuteMs)
  hints.wake(hintOf(source).name)
  await compare()
  expect(await bodies()).toEqual(['First', 'Last', 'Late', 'source: Late too'])
  expect(await transports()).toEqual(['list', 'list', 'poll', 'poll'])
  await pass(2)
  expect(await transports()).toEqual(['list', 'list', 'poll', 'poll'])
  expect([await countOf(employee), await countOf(source)]).toEqual([
    [3, 1],
    [1, 1],
  ])
})

test('days become complete for the corporation and its employees; those before the archive can’t be known', async () => {
  const first = new Date(now() - 8 * dayMs).toISOString().slice(0, 10)
  const organization = await (await admin()).call('PUT', '/bff/organizations', { initialHistoryDate: first })
  expect(organization.status).toBe(200)
  await say(text('Two days ago', { msgtime: now() - 2 * dayMs }))
  await collect(1)
  world.pass(5 * minuteMs)
  await compare()
  await pass(14, 2)
  for (const id of [source, employee]) {
    const { isListed, isCompared, comparedUntil, days } = await coverage(id)
    expect([isListed, isCompared, comparedUntil]).toEqual([
      true,
      true,
      new Date(now() - 2 * minuteMs).toISOString(),
    ])
    const states = days.map(({ state, reasons }: Day) => [state, ...reasons].join(' '))
    const complete = Array.from({ length: 6 }, () => 'complete')
    expect(states).toEqual([...complete, ...Array.from({ length: 4 }, () => 'unknown list-ended')])
    expect(days.at(-1)).toMatchObject({ day: first, hoursMissing: [] })
  }
  const everything = [{ channels: ['wecom' as const], groupIds: 'all' as const }]
  const rows = await inside(async (tx) => {
    const asked = { now: world.ctx.now(), ...knownChannels() }
    const report = await openCoverageExport(tx, everything, { accountId: employee }, asked)
    const found: (readonly unknown[])[] = []
    for await (const batch of report.batches) found.push(...batch)
    return found
  })
  const why = 'not compared in time, and the provider’s list goes back only a few days'
  expect(rows[0]?.slice(0, 6)).toEqual([first, 'Li Wei', 'WeCom', 'LiWei', 'Can’t be known', why])
  expect(rows.at(-2)?.[4]).toBe('Complete')
})

test('a message that no key opens is not fetched again, and one that was shown late is, once its key is there', async () => {
  await say(text('Open'))
  await collect(1)
  const privateKeys = fake.addKey()
  const show = fake.late(folder, [text('Late')])
  await say(text('Sealed'))
  await collect(3)
  await show()
  world.pass(5 * minuteMs)
  await compare()
  // A line of the collection, and one of the list.
  expect(await bodies()).toEqual(['Open', 'source: null', 'source: null'])
  await pass(1)
  expect(await bodies()).toEqual(['Open', 'source: null', 'source: null'])
  expect((await daysOf(source))[0]).toMatchObject({ state: 'incomplete', reasons: ['undecrypted'] })
  expect((await daysOf(employee))[0]).toMatchObject({ state: 'incomplete', reasons: ['source-undecrypted'] })
  const added = await (await admin()).call('PUT', `${accounts}/${source}`, { details: { privateKeys } })
  expect(added.status).toBe(200)
  // A new session reads the account again.
  await collecting.close()
  collecting = openCollectors()
  await pass(1)
  await pass(24, 4)
  expect(await bodies()).toEqual(['Late', 'Open', 'Sealed', 'source: null', 'source: null'])
  expect(JSON.stringify([await daysOf(source), await daysOf(employee)])).not.toContain('undecrypted')
})

describe('what is rarer', { tags: ['whole'] }, () => {
  test('a page that is shown after its hours were compared is found within a day', async () => {
    const recalled = text('Recalled')
    await say(recalled)
    const revoke = { action: 'recall', msgtype: 'revoke', revoke: { pre_msgid: recalled.msgid } }
    const show = fake.late(folder, [text('Late'), text('', revoke)])
    await say(text('Last'))
    await collect(4)
    await pass(4)
    await show()
    await pass(2)
    expect(await bodies()).toEqual(['Last', 'Recalled'])
    await pass(22, 2)
    expect(await bodies()).toEqual(['Last', 'Late', 'Recalled'])
    const deleted = await inside((tx) =>
      tx.selectFrom('message').where('deleted_at', 'is not', null).select('body').execute(),
    )
    expect(deleted.map(({ body }) => body)).toEqual(['Recalled'])
    expect(await countOf(employee)).toEqual([3, 1])
    await pass(24, 4)
    expect(await transports()).toEqual(['list', 'list', 'poll', 'poll'])
  })

  test('hours in which the archive can’t be read are not compared, until it was read', async () => {
    await say(text('Before'))
    await collect(1)
    await pass(1)
    const { comparedUntil } = await coverage(source)
    await fake.fail(folder, 10_001)
    await say(text('Meanwhile'))
    hints.wake(hintOf(source).name)
    await vi.waitUntil(() => collecting.accountIds.length === 0, { timeout: 10_000 })
    world.pass(3 * hourMs)
    await compare()
    expect((await coverage(source)).comparedUntil).toBe(comparedUntil)
    expect((await daysOf(employee))[0]).toMatchObject({
      state: 'incomplete',
      reasons: ['hours', 'source-disconnected'],
    })
    await fake.fail(folder, '')
    await collect(2)
    world.pass(5 * minuteMs)
    await compare()
    expect((await coverage(source)).comparedUntil).toBe(new Date(now() - 2 * minuteMs).toISOString())
    // What was read by the connection was not missed.
    expect(await countOf(employee)).toEqual([2, 0])
  })

  test('a corporation that was away for longer than WeCom keeps messages lost them, and its list does not say otherwise', async () => {
    await say(text('Before'))
    await collect(1)
    await pass(1)
    await fake.fail(folder, 10_001)
    hints.wake(hintOf(source).name)
    await vi.waitUntil(() => collecting.accountIds.length === 0, { timeout: 10_000 })
    world.pass(7 * dayMs)
    await fake.fail(folder, '')
    await collect(1)
    world.pass(5 * minuteMs)
    await compare()
    await notifyOfGaps(world.ctx, tenant.id)
    const gaps = await inside((tx) => tx.selectFrom('account_gap').select(['kind', 'outcome']).execute())
    expect(gaps).toEqual([{ kind: 'disconnected', outcome: 'lost' }])
    await world.settle()
    expect(await bodies()).toEqual(['Before', 'source: null'])
    const days = await daysOf(employee)
    expect(days.slice(1, 5).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'complete'))
    expect(days[7]).toMatchObject({ state: 'incomplete', reasons: ['source-lost', 'list-ended'] })
    expect((await daysOf(source))[7]).toMatchObject({ state: 'incomplete', reasons: ['lost', 'list-ended'] })
  })
})
