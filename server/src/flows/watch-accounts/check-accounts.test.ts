import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { noteSeen } from '#domains/accounts/phones.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { type FakeTelegram, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let telegram: FakeTelegram
let world: World
let tenant: WorldTenant
let admin: Caller
afterAll(() => telegram?.close())
useTestWorld(
  async (opened) => {
    world = opened
    tenant = await world.makeTenant('checks')
    admin = await world.as(tenant, tenant.users.tenant_admin)
  },
  async () => {
    telegram = await openFakeTelegram({ now: () => world.ctx.now() })
    return { MEDIA_HOSTS: telegram.host }
  },
)

/** Telegram can call this installation. */
const publicUrl = 'https://verbatim.example'
const reachable = () => ({ ...world.ctx, config: { ...world.ctx.config, PUBLIC_BASE_URL: publicUrl } })
const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const change = (statement: ReturnType<typeof sql>) => inTx(async (tx) => void (await statement.execute(tx)))
const ago = (ms: number) => new Date(world.ctx.now().getTime() - ms)
const gaps = (id: AccountId) => inTx((tx) => findGaps(tx, id))
const of = (name: string) => `${name}@${tenant.label}.example`
/** A session ends after a while, which none of these tests is about. */
async function pass(ms: number): Promise<void> {
  world.pass(ms)
  admin = await world.as(tenant, tenant.users.tenant_admin)
}
async function check(): Promise<void> {
  world.pass(6 * minuteMs)
  await checkAccounts(reachable(), tenant.id)
}

const read = new Set<string>()
async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  await notifyOfGaps(world.ctx, tenant.id)
  const waiting = await inTx((tx) => findWaitingMails(tx, world.ctx.secrets))
  const fresh = waiting.filter(({ id }) => !read.has(id))
  for (const { id } of fresh) read.add(id)
  return fresh
}

const arrive = (from: string) => world.deliver(tenant, { from, body: 'Hello' })
/** As if it had received something every few hours for weeks. */
const learn = (hours: number, over: { accepted?: number; seconds?: number } = {}) =>
  change(sql`update account_counters set accepted = ${over.accepted ?? 30}, quiet_before = ${over.seconds ?? hours * 3600},
    learnt_from = ${world.ctx.now()}, last_event_at = ${world.ctx.now()} where account_id = ${tenant.accounts.sms}`)
const usual = async () =>
  (await admin.call('GET', `/bff/api/v1/accounts/${tenant.accounts.sms}`)).json as {
    usualHours: number | null
    isSilent: boolean
  }

test('how often an account usually receives something is learnt from four weeks', async () => {
  await arrive('+15550110001')
  await check()
  await pass(40 * hourMs - 6 * minuteMs)
  await arrive('+15550110002')
  await pass(14 * dayMs)
  expect((await usual()).usualHours).toBeNull()
  await check()
  await change(sql`update account_counters set accepted = 30 where account_id = ${tenant.accounts.sms}`)
  expect((await usual()).usualHours).toBe(80)
  // Without an event nothing is learnt: a dead account stays silent.
  await pass(30 * dayMs)
  await check()
  expect(await usual()).toMatchObject({ usualHours: 80, isSilent: true })
  await change(sql`update account_counters set accepted = 3 where account_id = ${tenant.accounts.sms}`)
  expect(await usual()).toMatchObject({ usualHours: null, isSilent: false })
  await change(sql`delete from account_gap`)
})

test('an account that is silent for longer than usual is a gap: one mail, and another when something arrives', async () => {
  await learn(20)
  await pass(39 * hourMs)
  await check()
  expect(await gaps(tenant.accounts.sms)).toEqual([])
  await pass(hourMs)
  await check()
  await check()
  const noted = await mails()
  expect(noted.map(({ to }) => to).toSorted()).toEqual(
    ['rep', 'super_admin', 'tenant_admin'].map(of).toSorted(),
  )
  expect(noted[0]!.subject).toBe('SMS/MMS account “Desk SMS” is silent')
  expect(noted[0]!.text).toContain('An account like this is silent after 40 hours.')
  await check()
  expect(await mails()).toEqual([])
  await arrive('+15550110003')
  const { lastEventAt } = await usual().then((json) => json as unknown as { lastEventAt: string })
  await check()
  world.pass(minuteMs)
  await change(
    sql`update channel_account set listed_until = ${world.ctx.now()} where id = ${tenant.accounts.sms}`,
  )
  expect((await mails())[0]?.subject).toBe('SMS/MMS account “Desk SMS” receives messages again')
  expect(await gaps(tenant.accounts.sms)).toMatchObject([{ kind: 'silent', endedAt: lastEventAt }])
})

test('the interval set by administrators overrides the learnt one, and only for a connected account', async () => {
  await change(sql`delete from account_gap`)
  await learn(20)
  await change(sql`update channel_account set expected_hours = 100 where id = ${tenant.accounts.sms}`)
  await pass(50 * hourMs)
  await check()
  expect(await gaps(tenant.accounts.sms)).toEqual([])
  await change(sql`update channel_account set status = 'not-available' where id = ${tenant.accounts.sms}`)
  await pass(60 * hourMs)
  await check()
  expect(await gaps(tenant.accounts.sms)).toEqual([])
  await change(
    sql`update channel_account set status = 'active', expected_hours = null where id = ${tenant.accounts.sms}`,
  )
  await learn(20)
})

async function addPhone(ownerId: WorldTenant['representative'] | undefined): Promise<AccountId> {
  const id = newId(world.ctx.now()) as AccountId
  await inTx(async (tx) => {
    const account = {
      id,
      channel: 'whatsappnative',
      name: 'Rita’s phone',
      address: `+1555${id.slice(-7)}`,
    } as const
    await createAccounts(tx, [{ ...account, ...(ownerId && { ownerId }) }])
    await tx.insertInto('account_session').values({ account_id: id, is_linked: true }).execute()
  })
  await inTx((tx) => noteSeen(tx, id, world.ctx.now(), world.ctx.now()))
  return id
}

test('the owner of a phone that is away is warned once on each of the days, and the account says so', async () => {
  const id = await addPhone(tenant.representative)
  const started = world.ctx.now()
  const warned: number[] = []
  const endsAt = new Date(started.getTime() + 14 * dayMs)
  for (const n of [9, 10, 11, 12, 13]) {
    world.pass(started.getTime() + n * dayMs - world.ctx.now().getTime())
    await learn(20)
    await check()
    await check()
    for (const { to, text } of await mails()) {
      expect(to).toBe(of('rep'))
      expect(text).toContain(
        new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(endsAt),
      )
      warned.push(n)
    }
  }
  expect(warned).toEqual([10, 12, 13])
  await pass(0)
  const page = () => admin.call('GET', `/bff/api/v1/accounts/${id}`)
  expect((await page()).json.absentPhone).toEqual({
    seenAt: started.toISOString(),
    endsAt: endsAt.toISOString(),
  })
  // What arrives late about an earlier time changes nothing.
  await inTx((tx) => noteSeen(tx, id, ago(20 * dayMs), world.ctx.now()))
  expect((await page()).json.absentPhone).toBeDefined()
  await inTx((tx) => noteSeen(tx, id, world.ctx.now(), world.ctx.now()))
  expect((await page()).json.absentPhone).toBeUndefined()
  await check()
  expect(await mails()).toEqual([])
  await change(sql`delete from account_session where account_id = ${id}`)
})

test('administrators are warned about an account without an owner; an unlinked phone causes no warning', async () => {
  const id = await addPhone(undefined)
  await pass(10 * dayMs)
  await learn(20)
  await change(sql`update channel_account set status = 'not-available' where id = ${id}`)
  await check()
  expect(await mails()).toEqual([])
  await change(sql`update channel_account set status = 'active' where id = ${id}`)
  await check()
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(
    ['super_admin', 'tenant_admin'].map(of).toSorted(),
  )
})

test('a wrong webhook of a bot is repaired, and people are notified of problems that only they can solve', async () => {
  const path = '/external-accounts/api/v1/telegram/accounts'
  const bot = { name: 'Bot', address: '@acme_capture_bot', details: { token: telegram.token } }
  const { json } = await admin.call('POST', path, bot)
  while ((await settleRequests(reachable(), tenant.id)) > 0);
  const state = async () => {
    const { status, problem } = (await admin.call('GET', `${path}/${json.id}`)).json
    return [status, problem]
  }
  const look = async () => {
    await check()
    await pass(0)
    return state()
  }
  const ours = { ...telegram.webhook }
  expect(await look()).toEqual(['active', undefined])
  telegram.webhook = { url: '' }
  expect(await look()).toEqual(['active', undefined])
  expect(telegram.webhook).toMatchObject({ url: ours.url, secret_token: ours.secret_token })

  telegram.webhook = { url: 'https://elsewhere.example/hook' }
  expect(await look()).toEqual(['not-available', 'delivered-elsewhere'])
  expect(telegram.webhook.url).toBe('https://elsewhere.example/hook')
  world.pass(minuteMs)
  expect((await mails()).map(({ subject }) => subject)).toContain('Telegram account “Bot” is not connected')
  telegram.webhook = ours
  expect(await look()).toEqual(['active', undefined])
  // A copy of this installation, under another address, leaves the deliveries of the first one alone.
  telegram.webhook = { ...ours, url: ours.url.replace('verbatim.example', 'first.example') }
  await change(sql`update channel_account set settings = settings || ${JSON.stringify({ webhookUrl: telegram.webhook.url })}
    where id = ${json.id}`)
  expect(await look()).toEqual(['not-available', 'delivered-elsewhere'])
  expect(telegram.webhook.url).toContain('first.example')
  telegram.webhook = ours
  expect(await look()).toEqual(['active', undefined])

  // Updates wait, and the last try has failed.
  telegram.undelivered = { pending: 3, failedAt: ago(-5 * minuteMs).getTime() / 1000 }
  expect(await look()).toEqual(['not-available', 'cannot-deliver'])
  telegram.failing = { status: 502, description: 'Bad Gateway' }
  telegram.undelivered = { pending: 0 }
  expect(await look()).toEqual(['not-available', 'cannot-deliver'])
  telegram.failing = undefined
  expect(await look()).toEqual(['active', undefined])
  // An error of long ago is over, even if updates wait.
  telegram.undelivered = { pending: 1, failedAt: ago(hourMs).getTime() / 1000 }
  expect(await look()).toEqual(['active', undefined])
  telegram.failing = { status: 401, description: 'Unauthorized' }
  expect(await look()).toEqual(['not-available', 'credentials-refused'])
  const reasons = (await gaps(json.id)).map(({ problem }) => problem)
  expect(reasons).toEqual([
    'credentials-refused',
    'cannot-deliver',
    'delivered-elsewhere',
    'delivered-elsewhere',
  ])
})

test('a bot without a token, as in the demo, is not checked', async () => {
  const id = newId(world.ctx.now()) as AccountId
  await inTx((tx) => createAccounts(tx, [{ id, channel: 'telegram', name: 'Shown', address: '@shown_bot' }]))
  await check()
  await pass(0)
  expect((await admin.call('GET', `/bff/api/v1/accounts/${id}`)).json.status).toBe('active')
})
