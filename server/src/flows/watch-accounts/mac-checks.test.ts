/** The check of an agent on a Mac, beside the comparison with its list: neither stops the other. */
import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, afterEach, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { reconcile } from '#flows/reconcile/reconcile.ts'
import { inTenant } from '#platform/db.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let agent: FakeBlueBubbles
let world: World
let turn = 0
afterAll(() => agent?.close())
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    agent = await openFakeBlueBubbles()
    return { MEDIA_HOSTS: agent.host }
  },
)
const signedIn = '+14155550142'
afterEach(() => {
  Object.assign(agent, { isAway: false, isLocked: false, meanwhile: undefined, signedIn })
})

const second = 1_000
/** The agent can call this installation. */
const reachable = () => ({
  ...world.ctx,
  config: { ...world.ctx.config, PUBLIC_BASE_URL: 'https://verbatim.example' },
})

interface Mac {
  readonly tenant: WorldTenant
  readonly id: AccountId
}

async function addMac(): Promise<Mac> {
  const tenant = await world.makeTenant(`mac-${(turn += 1)}`)
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const details = { serverUrl: agent.serverUrl, password: agent.password }
  const { json } = await admin.call('POST', '/external-accounts/api/v1/imessage/accounts', {
    name: 'Desk',
    address: signedIn,
    details,
  })
  while ((await settleRequests(reachable(), tenant.id)) > 0);
  const mac = { tenant, id: AccountId.parse(json.id) }
  await compare(mac)
  return mac
}
const compare = async ({ tenant }: Mac) => {
  while ((await reconcile(world.ctx, tenant.id)) > 0);
}
const gapsOf = ({ tenant, id }: Mac) => inTenant(world.ctx.db, tenant.id, (tx) => findGaps(tx, id))
const accountOf = ({ tenant, id }: Mac) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('channel_account')
      .where('id', '=', id)
      .select(['status', 'problem'])
      .executeTakeFirstOrThrow(),
  )
const auditsOf = ({ tenant }: Mac) =>
  inTenant(world.ctx.db, tenant.id, async (tx) =>
    (
      await tx
        .selectFrom('audit_event')
        .where('type', 'in', ['account_connected', 'account_disconnected'])
        .select('type')
        .orderBy('id')
        .execute()
    ).map(({ type }) => type),
  )
const subjectsOf = ({ tenant }: Mac) =>
  inTenant(world.ctx.db, tenant.id, async (tx) =>
    (await findWaitingMails(tx, world.ctx.secrets))
      .filter(({ to }) => to.startsWith('tenant_admin'))
      .map(({ subject }) => subject),
  )
/** As the worker goes on, every ten seconds; where minutes do not matter, less often is enough. */
async function pass(mac: Mac, ms: number, { alsoLists = false, stepMs = 10 * second } = {}): Promise<void> {
  for (let over = 0; over < ms; over += stepMs) {
    world.pass(stepMs)
    await checkAccounts(reachable(), mac.tenant.id)
    await notifyOfGaps(world.ctx, mac.tenant.id)
    if (alsoLists) await compare(mac)
  }
}
/** Acts once, while the agent works on a question like this. */
function during(asked: string, act: () => Promise<unknown>): void {
  agent.meanwhile = async (question) => {
    if (question !== asked) return
    agent.meanwhile = undefined
    await act()
  }
}

test(
  'a comparison that lasts for minutes after the Mac was away ends, and its checks do not begin another',
  { tags: ['whole'] },
  async () => {
    const mac = await addMac()
    agent.isAway = true
    await pass(mac, 3 * minuteMs)
    agent.isAway = false
    await pass(mac, minuteMs)
    let byAnother: number | undefined
    during('POST message/query', async () => {
      await pass(mac, 4 * minuteMs)
      byAnother = await reconcile(world.ctx, mac.tenant.id)
    })
    expect(await reconcile(world.ctx, mac.tenant.id)).toBe(1)
    expect(byAnother).toBe(0)
    expect(await gapsOf(mac)).toMatchObject([{ endedAt: expect.any(String) }])
  },
)

test(
  'a Mac that was off for the night is compared within minutes',
  { tags: ['whole'], timeout: 60_000 },
  async () => {
    const mac = await addMac()
    agent.isAway = true
    await pass(mac, 3 * hourMs, { alsoLists: true, stepMs: 5 * minuteMs })
    expect((await gapsOf(mac)).map(({ endedAt }) => endedAt)).toEqual([undefined])
    agent.isAway = false
    await pass(mac, 4 * minuteMs, { alsoLists: true })
    expect(await gapsOf(mac)).toMatchObject([{ endedAt: expect.any(String) }])
  },
)

test('an agent that answers but lists nothing is asked for its list less and less often, and people are notified', async () => {
  const mac = await addMac()
  agent.isLocked = true
  await pass(mac, 10 * minuteMs, { alsoLists: true, stepMs: isWhole ? minuteMs : 2 * minuteMs })
  let lists = 0
  agent.meanwhile = async (question) => {
    if (question === 'POST message/query') lists += 1
  }
  await pass(mac, 30 * minuteMs, { alsoLists: true, stepMs: isWhole ? minuteMs : 5 * minuteMs })
  expect(lists).toBeLessThanOrEqual(4)
  expect((await gapsOf(mac)).map(({ endedAt, problem }) => [endedAt, problem])).toEqual([
    [undefined, 'unreachable'],
  ])
  expect(await subjectsOf(mac)).toEqual(['iMessage account “Desk” is not connected'])
})

test('people are not notified of one check without an answer', { tags: ['whole'] }, async () => {
  const mac = await addMac()
  await pass(mac, minuteMs)
  agent.isAway = true
  await pass(mac, minuteMs)
  agent.isAway = false
  expect(await gapsOf(mac)).toMatchObject([{ problem: 'unreachable' }])
  await pass(mac, minuteMs, { alsoLists: true })
  await pass(mac, 9 * minuteMs, { alsoLists: true, stepMs: minuteMs })
  expect([await gapsOf(mac), await subjectsOf(mac)]).toEqual([[], []])
})

test('an account that is removed during its check keeps no webhook on the Mac', async () => {
  const mac = await addMac()
  const admin = await world.as(mac.tenant, mac.tenant.users.tenant_admin)
  let removed: number | undefined
  during('GET server/info', async () => {
    const path = `/external-accounts/api/v1/imessage/accounts/${mac.id}/request-delete`
    removed = (await admin.call('POST', path)).status
    while ((await settleRequests(reachable(), mac.tenant.id)) > 0);
  })
  await pass(mac, 2 * minuteMs)
  expect(removed).toBe(200)
  expect(agent.webhooks.filter(({ url }) => url.includes(mac.id))).toEqual([])
})

test('a restart of Messages is no problem; if Messages stays signed out, people are notified within three minutes', async () => {
  const mac = await addMac()
  await pass(mac, minuteMs)
  during('GET server/info', async () => void (agent.signedIn = null))
  await pass(mac, minuteMs)
  expect(agent.signedIn).toBeNull()
  expect(await accountOf(mac)).toEqual({ status: 'active', problem: null })
  agent.signedIn = signedIn
  await pass(mac, 2 * minuteMs, { alsoLists: true })
  expect([await gapsOf(mac), await subjectsOf(mac), await auditsOf(mac)]).toEqual([
    [],
    [],
    ['account_connected'],
  ])
  agent.signedIn = null
  await pass(mac, 3 * minuteMs)
  expect(await accountOf(mac)).toEqual({ status: 'not-available', problem: 'cannot-receive' })
  expect(await subjectsOf(mac)).toEqual(['iMessage account “Desk” is not connected'])
})

test(
  'a Mac on which another person signs in is connected again once the first one is back',
  { tags: ['whole'] },
  async () => {
    const mac = await addMac()
    agent.signedIn = '+14155550199'
    await pass(mac, 2 * minuteMs)
    expect(await accountOf(mac)).toEqual({ status: 'not-available', problem: 'address-differs' })
    agent.signedIn = signedIn
    await pass(mac, 2 * minuteMs)
    expect(await accountOf(mac)).toEqual({ status: 'active', problem: null })
  },
)
