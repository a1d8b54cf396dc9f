/** A provider that we ask again and again does not answer, or delivers no more: people know within two minutes. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { reconcile } from '#flows/reconcile/reconcile.ts'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from '#testing/fakes/bluebubbles.ts'
import { type FakeTelegram, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { type FakeTwilio, openFakeTwilio } from '#testing/fakes/twilio.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let database: TestDatabase
let telegram: FakeTelegram
let twilio: FakeTwilio
let agent: FakeBlueBubbles
/** One for each provider, because a bench replaces all of them. */
let worlds: { telegram: World; twilio: World; agent: World }
let world: World
let turn = 0
beforeAll(async () => {
  database = await openTestDatabase()
  telegram = await openFakeTelegram({ now: () => worlds.telegram.ctx.now() })
  twilio = await openFakeTwilio()
  agent = await openFakeBlueBubbles()
  const open = ({ host }: { host: string }) => openWorld(database.url, { MEDIA_HOSTS: host })
  worlds = { telegram: await open(telegram), twilio: await open(twilio), agent: await open(agent) }
}, 60_000)
afterAll(async () => {
  for (const one of Object.values(worlds ?? {})) await one[Symbol.asyncDispose]()
  for (const one of [telegram, twilio, agent, database]) await one?.close()
})

const second = 1_000
/** Providers can call this installation. */
const reachable = () => ({
  ...world.ctx,
  config: { ...world.ctx.config, PUBLIC_BASE_URL: 'https://verbatim.example' },
})

interface Standing {
  readonly tenant: WorldTenant
  readonly id: AccountId
}

async function connect(channel: string, account: object, provider?: object): Promise<Standing> {
  const tenant = await world.makeTenant(`away-${(turn += 1)}`)
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  if (provider) await admin.call('PUT', '/bff/organizations', provider)
  const path = `/external-accounts/api/v1/${channel}/accounts`
  const { json } = await admin.call('POST', path, { name: 'Desk', ...account })
  while ((await settleRequests(reachable(), tenant.id)) > 0);
  return { tenant, id: AccountId.parse(json.id) }
}
function addBot(): Promise<Standing> {
  world = worlds.telegram
  // It delivers to one place only.
  telegram.webhook = { url: '' }
  return connect('telegram', { address: '@acme_capture_bot', details: { token: telegram.token } })
}
function addMac(): Promise<Standing> {
  world = worlds.agent
  const details = { serverUrl: agent.serverUrl, password: agent.password }
  return connect('imessage', { address: agent.signedIn, details })
}
async function addNumber(): Promise<Standing & { readonly row: Record<string, unknown> }> {
  world = worlds.twilio
  const address = `+1415557${String(turn).padStart(4, '0')}`
  const row = twilio.rest.addNumber(address)
  const provider = {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: twilio.authToken },
  }
  return { ...(await connect('sms', { address }, provider)), row }
}

const gapsOf = ({ tenant, id }: Standing) => inTenant(world.ctx.db, tenant.id, (tx) => findGaps(tx, id))
const accountOf = ({ tenant, id }: Standing) =>
  inTenant(world.ctx.db, tenant.id, (tx) =>
    tx
      .selectFrom('channel_account')
      .where('id', '=', id)
      .select(['status', 'problem', 'list_after'])
      .executeTakeFirstOrThrow(),
  )
/** What each list and page says of its only account. */
async function shownOf(channel: string, { tenant, id }: Standing) {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const ask = async (path: string) => (await admin.call('GET', path)).json
  const list = `/external-accounts/api/v1/${channel}/accounts`
  const shown = [
    await ask(`${list}/${id}`),
    (await ask(list)).items[0],
    await ask(`/bff/api/v1/accounts/${id}`),
    (await ask('/bff/api/v1/accounts')).items[0],
  ]
  const { items } = await ask('/bff/api/v1/integrations')
  const counts = items.find((counted: { channel: string }) => counted.channel === channel)
  return {
    statuses: [...new Set(shown.map(({ status }) => status))],
    problem: shown[0].problem,
    connected: counts.connected,
  }
}
const connected = { statuses: ['active'], problem: undefined, connected: 1 }
const unreachable = { statuses: ['not-available'], problem: 'unreachable', connected: 0 }
/** As the worker goes on, every ten seconds. */
async function pass({ tenant }: Standing, ms: number, stepMs = 10 * second): Promise<void> {
  for (let over = 0; over < ms; over += stepMs) {
    world.pass(stepMs)
    await checkAccounts(reachable(), tenant.id)
    await notifyOfGaps(world.ctx, tenant.id)
  }
}
const subjectsOf = ({ tenant }: Standing) =>
  inTenant(world.ctx.db, tenant.id, async (tx) =>
    (await findWaitingMails(tx, world.ctx.secrets))
      .filter(({ to }) => to.startsWith('tenant_admin'))
      .map(({ subject }) => subject),
  )

test.each(shareOf([0, 10, 20, 30, 40]))(
  'a bot whose provider stops answering between two checks (%s s later) is reported within two minutes, until it answers',
  async (seconds) => {
    const bot = await addBot()
    await pass(bot, minuteMs + seconds * second)
    telegram.failing = { status: 502, description: 'Bad Gateway' }
    await pass(bot, 2 * minuteMs)
    expect(await gapsOf(bot)).toMatchObject([{ kind: 'disconnected', problem: 'unreachable' }])
    expect(await subjectsOf(bot)).toEqual(['Telegram account “Desk” is not connected'])
    expect(await shownOf('telegram', bot)).toEqual(connected)
    await pass(bot, 5 * minuteMs, isWhole ? 10 * second : 30 * second)
    expect(await shownOf('telegram', bot)).toEqual(unreachable)
    telegram.failing = undefined
    await pass(bot, 2 * minuteMs)
    expect(await gapsOf(bot)).toMatchObject([{ endedAt: expect.any(String), outcome: 'kept' }])
    expect(await shownOf('telegram', bot)).toEqual(connected)
  },
)

test('a rate-limited provider does not count as away', async () => {
  const bot = await addBot()
  telegram.failing = { status: 429, description: 'Too Many Requests' }
  await pass(bot, 3 * minuteMs)
  telegram.failing = undefined
  expect(await gapsOf(bot)).toEqual([])
})

test('a Mac that is off is reported within two minutes, and is compared as soon as it answers', async () => {
  const mac = await addMac()
  while ((await reconcile(world.ctx, mac.tenant.id)) > 0);
  const { list_after: usual } = await accountOf(mac)
  expect(usual!.getTime() - world.ctx.now().getTime()).toBeGreaterThan(4 * minuteMs)
  agent.isAway = true
  await pass(mac, 2 * minuteMs)
  expect(await subjectsOf(mac)).toEqual(['iMessage account “Desk” is not connected'])
  agent.isAway = false
  await pass(mac, minuteMs)
  const { list_after: soon } = await accountOf(mac)
  expect(soon!.getTime()).toBeLessThanOrEqual(world.ctx.now().getTime())
  while ((await reconcile(world.ctx, mac.tenant.id)) > 0);
  expect(await gapsOf(mac)).toMatchObject([{ endedAt: expect.any(String) }])
})

test(
  'a number that is pointed elsewhere is reported within two minutes, and is connected again once it is pointed back',
  { tags: ['whole'] },
  async () => {
    const number = await addNumber()
    await pass(number, minuteMs)
    expect(await accountOf(number)).toMatchObject({ status: 'active' })
    const { sms_url: ours } = number.row
    number.row['sms_url'] = 'https://bot.acme.test/in'
    await pass(number, 2 * minuteMs)
    expect(await accountOf(number)).toMatchObject({ status: 'not-available', problem: 'delivered-elsewhere' })
    expect(await subjectsOf(number)).toEqual(['SMS/MMS account “Desk” is not connected'])
    number.row['sms_url'] = ours
    await pass(number, 2 * minuteMs)
    expect(await accountOf(number)).toMatchObject({ status: 'active', problem: null })
  },
)

test(
  'a refused list is one gap until it answers, although the number delivers',
  { tags: ['whole'] },
  async () => {
    const number = await addNumber()
    const events = () =>
      inTenant(world.ctx.db, number.tenant.id, async (tx) => {
        const of = tx.selectFrom('audit_event').where('target_id', '=', number.id)
        const rows = await of.select('type').orderBy('at').orderBy('id').execute()
        return rows.map(({ type }) => type).filter((type) => /^account_(dis)?connected$/.test(type))
      })
    const goOn = async (minutes: number, step = 1) => {
      for (let over = 0; over < minutes; over += step) {
        world.pass(step * minuteMs)
        await checkAccounts(reachable(), number.tenant.id)
        await reconcile(world.ctx, number.tenant.id)
      }
      await notifyOfGaps(world.ctx, number.tenant.id)
    }
    await goOn(2)
    expect(await events()).toEqual(['account_connected'])
    twilio.refusesLists = true
    await goOn(40, 5)
    expect(await accountOf(number)).toMatchObject({ status: 'not-available', problem: 'credentials-refused' })
    expect(await events()).toEqual(['account_connected', 'account_disconnected'])
    const mailed = (await subjectsOf(number)).filter((subject) => subject.includes('“Desk”'))
    expect(mailed).toEqual(['SMS/MMS account “Desk” is not connected'])
    // What is wrong besides counts by itself, and so does its end.
    const { sms_url: ours } = number.row
    number.row['sms_url'] = 'https://bot.acme.test/in'
    await pass(number, minuteMs)
    expect(await accountOf(number)).toMatchObject({ problem: 'delivered-elsewhere' })
    number.row['sms_url'] = ours
    await goOn(2)
    expect(await accountOf(number)).toMatchObject({ status: 'not-available', problem: 'credentials-refused' })
    const before = await events()
    twilio.refusesLists = false
    await goOn(65, 5)
    expect(await accountOf(number)).toMatchObject({ status: 'active', problem: null })
    expect((await events()).slice(before.length)).toEqual(['account_connected'])
  },
)

test('credentials that were revoked are reported within two minutes', { tags: ['whole'] }, async () => {
  const number = await addNumber()
  const admin = await world.as(number.tenant, number.tenant.users.tenant_admin)
  await pass(number, minuteMs)
  await admin.call('PUT', '/bff/organizations', {
    messagingProviderAccountSid: twilio.accountSid,
    secrets: { authToken: 'revoked' },
  })
  while ((await settleRequests(reachable(), number.tenant.id)) > 0);
  await pass(number, 2 * minuteMs)
  expect(await accountOf(number)).toMatchObject({ status: 'not-available', problem: 'credentials-refused' })
  expect(await subjectsOf(number)).toEqual(['SMS/MMS account “Desk” is not connected'])
})
