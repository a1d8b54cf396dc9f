import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { AccountId, PermissionProfileId, UserId, type AccountGapId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { recordConnected, recordDisconnected } from '#domains/accounts/connection-changes.ts'
import { closeGap, dropGaps, findGaps, noteUnstored, openGap } from '#domains/accounts/gaps.ts'
import { noteMissing } from '#domains/accounts/missing-gaps.ts'
import { takeMails } from '#domains/mail/commands.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let world: World
let tenant: WorldTenant
let account: { id: AccountId; name: string }
useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('gaps')
  account = { id: tenant.accounts.sms, name: 'Desk SMS' }
  await addAdmin('north-admin', [tenant.groups.north])
  await addAdmin('south-admin', [tenant.groups.south])
})
const read = new Set<string>()
beforeEach(() =>
  inTx(async (tx) => {
    await tx.deleteFrom('account_gap').execute()
    await sql`update channel_account set connected_at = ${world.ctx.now()}`.execute(tx)
  }),
)

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const disconnect = (problem: 'signed-out' | 'unreachable' = 'signed-out', of = account) =>
  inTx((tx) => recordDisconnected(tx, of, problem, world.ctx.now()))
const connect = () => inTx((tx) => recordConnected(tx, account, world.ctx.now()))
/** The mails that were not read before. */
const notify = async (channelVariables = world.ctx.channelVariables) => {
  await notifyOfGaps({ ...world.ctx, channelVariables }, tenant.id)
  const waiting = await inTx((tx) => findWaitingMails(tx, world.ctx.secrets))
  const fresh = waiting.filter(({ id }) => !read.has(id))
  for (const { id } of fresh) read.add(id)
  return fresh
}
const gaps = () => inTx((tx) => findGaps(tx, account.id))
const of = (name: string) => `${name}@${tenant.label}.example`
const isoOf = (text: string) =>
  new Date(
    `${/(?:since|from) (\d+ \w+ \d+ at [\d:]+) UTC/.exec(text)?.[1]?.replace(' at', '')} UTC`,
  ).getTime()

async function addAdmin(name: string, groups: readonly WorldTenant['groups']['north'][]): Promise<void> {
  const profile = PermissionProfileId.parse(newId(world.ctx.now()))
  await inTx(async (tx) => {
    await createProfiles(tx, [{ id: profile, name, channels: ['sms'], groupIds: [...groups] }])
    const person = { email: of(name), firstName: name, lastName: 'Admin', role: 'tenant_admin' as const }
    const user = { id: UserId.parse(newId(world.ctx.now())), ...person, profileIds: [profile] }
    await createUsers(tx, byVerbatim, [user], world.ctx.now())
  })
}

test('the owner and those who manage an account are notified of a forced disconnect within two minutes', async () => {
  const began = world.ctx.now().getTime()
  await disconnect()
  expect(await notify()).toEqual([])
  world.pass(minuteMs)
  const mails = await notify()
  // Not those who only see it, nor an administrator of another group, nor another representative.
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    ['rep', 'super_admin', 'tenant_admin', 'north-admin'].map(of).toSorted(),
  )
  const [admin, owner] = ['tenant_admin', 'rep'].map((name) => mails.find(({ to }) => to === of(name))!)
  expect(admin!.subject).toBe('SMS/MMS account “Desk SMS” is not connected')
  expect(Math.abs(isoOf(admin!.text) - began)).toBeLessThan(1000)
  expect(admin!.text).toContain(
    'The link to this account has ended. Reconnect, and have its owner link it again.',
  )
  expect(admin!.text).toContain(`/integrations/accounts/${account.id}`)
  expect(owner!.text).toContain('Hello Rita')
  expect(owner!.text).not.toContain('/integrations/')
  expect(await gaps()).toMatchObject([{ problem: 'signed-out', notifiedAt: world.ctx.now().toISOString() }])
})

test('they are notified of its end once, with the interval and the outcome for the messages', async () => {
  await disconnect()
  world.pass(minuteMs)
  expect(await notify()).toHaveLength(4)
  expect(await notify()).toEqual([])
  await disconnect()
  world.pass(20 * minuteMs)
  expect(await notify()).toEqual([])
  await connect()
  world.pass(minuteMs)
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => notifyOfGaps(world.ctx, tenant.id)))
  expect(sent.reduce((sum, n) => sum + n, 0)).toBe(1)
  const mails = await notify()
  expect(mails).toHaveLength(4)
  expect(mails[0]!.subject).toBe('SMS/MMS account “Desk SMS” is connected again')
  expect(mails[0]!.text).toMatch(
    /Not connected from .+ UTC to .+ UTC\.\n {2}Messages sent from .+ UTC to .+ UTC did not reach Verbatim/,
  )
  expect(await gaps()).toMatchObject([{ endedAt: expect.any(String), outcome: 'lost' }])
})

test.for([
  { cutOff: false, words: 'Nothing is missing.' },
  { cutOff: true, words: 'Messages sent while the account was not connected in that time may be missing.' },
])('the end of a time behind is notified, cut off meanwhile: $cutOff', async ({ cutOff, words }) => {
  const behind = { accountId: account.id, kind: 'behind' } as const
  await inTx((tx) => openGap(tx, { ...behind, problem: null, beganAt: world.ctx.now() }, world.ctx.now()))
  world.pass(hourMs)
  if (cutOff) await disconnect()
  world.pass(hourMs)
  if (cutOff) await connect()
  await inTx((tx) => closeGap(tx, behind, world.ctx.now()))
  world.pass(minuteMs)
  const [mail] = await notify()
  expect(mail?.text).toMatch(/Capture was behind from .+ UTC to .+ UTC, although the account was connected\./)
  expect(mail?.text).toContain(words)
  expect(mail?.text.includes('Nothing is missing.')).toBe(!cutOff)
})

test('a short disconnect is no gap, and sends no mail', async () => {
  await disconnect('unreachable')
  world.pass(minuteMs - 1)
  await connect()
  world.pass(10 * minuteMs)
  expect(await notify()).toEqual([])
  expect(await gaps()).toEqual([])
})

test('a connection that comes and goes is one mail in fifteen minutes at most, with all that happened', async () => {
  const mails: string[] = []
  for (let time = 0; time < 30; time += 3) {
    await disconnect('unreachable')
    world.pass(2 * minuteMs)
    mails.push(...(await notify()).filter(({ to }) => to === of('rep')).map(({ text }) => text))
    await connect()
    world.pass(minuteMs)
  }
  const beginnings = mails.filter((text) => text.includes('Not connected since'))
  const ends = mails.filter((text) => !text.includes('Not connected since'))
  expect([beginnings.length <= 2, ends.length <= 4]).toEqual([true, true])
  world.pass(20 * minuteMs)
  mails.push(...(await notify()).filter(({ to }) => to === of('rep')).map(({ text }) => text))
  expect(mails.join('').match(/Not connected from/g)).toHaveLength(10)
})

test('several accounts are in one mail, and each owner gets only their own', async () => {
  const other = { id: tenant.accounts.whatsapp, name: 'Desk WhatsApp' }
  await disconnect()
  await disconnect('unreachable', other)
  world.pass(minuteMs)
  const mails = await notify()
  const [owner, admin] = ['rep', 'tenant_admin'].map((name) => mails.find(({ to }) => to === of(name))!)
  expect(mails).toHaveLength(4)
  expect(admin!.subject).toBe('2 accounts may miss messages')
  expect(owner!.subject).toContain('Desk SMS')
  expect(owner!.text).not.toContain('Desk WhatsApp')
})

test.each([
  ['hands over what waited', { SIGNAL_RECEIVE_MODE: 'manual' }, 'kept', /if that is before/],
  ['may have lost messages', {}, 'unknown', /may be missing/],
])('a daemon whose mode the operator names or does not name %s', async (_, variables, outcome, said) => {
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  const path = '/external-accounts/api/v1/signal/accounts'
  const address = `+1415555030${Object.keys(variables).length}`
  const { json } = await admin.call('POST', path, { name: 'Desk Signal', address })
  const signal = { id: AccountId.parse(json.id), name: 'Desk Signal' }
  await inTx((tx) => sql`update channel_account set connected_at = ${world.ctx.now()}`.execute(tx))
  await disconnect('unreachable', signal)
  world.pass(minuteMs)
  expect((await notify(variables))[0]!.text).toMatch(said)
  await inTx((tx) => recordConnected(tx, signal, world.ctx.now()))
  world.pass(20 * minuteMs)
  await notify(variables)
  expect(await inTx((tx) => findGaps(tx, signal.id))).toMatchObject([{ outcome }])
})

test('an account that was never connected, or that is removed, sends no mail', async () => {
  await inTx((tx) => sql`update channel_account set connected_at = null`.execute(tx))
  await disconnect()
  expect(await gaps()).toEqual([])
  await inTx((tx) => sql`update channel_account set connected_at = now()`.execute(tx))
  await disconnect()
  await inTx((tx) => dropGaps(tx, [account.id], world.ctx.now()))
  world.pass(2 * minuteMs)
  expect(await notify()).toEqual([])
  expect(await gaps()).toMatchObject([{ outcome: 'removed' }])
})

test('deliveries that could not be stored are reported as lost, also if the connection ended with them', async () => {
  const from = world.ctx.now()
  world.pass(minuteMs / 2)
  const to = world.ctx.now()
  await inTx((tx) => noteUnstored(tx, { id: newId<AccountGapId>(to), accountId: account.id, from, to }, to))
  await disconnect('unreachable')
  const [first] = await notify()
  expect(first!.subject).toBe('SMS/MMS account “Desk SMS” lost messages')
  expect(first!.text).toContain('could not be stored.\n  The provider does not deliver them again')
  world.pass(20 * minuteMs)
  await notify()
  await inTx((tx) => sql`update channel_account set list_after = null`.execute(tx))
  await connect()
  world.pass(20 * minuteMs)
  expect((await notify())[0]!.text).toContain('could not be stored, and are lost.')
  expect((await gaps()).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['disconnected', 'lost'],
    ['unstored', 'lost'],
  ])
})

test('missing messages are reported once, with their lines', async () => {
  await inTx((tx) => noteMissing(tx, [{ accountId: account.id, at: world.ctx.now() }], world.ctx.now()))
  const [mail] = await notify()
  expect(mail!.subject).toMatch(/did not capture messages$/)
  expect(mail!.text).toContain('“Original message not captured”')
  await inTx((tx) => noteMissing(tx, [{ accountId: account.id, at: world.ctx.now() }], world.ctx.now()))
  expect(await notify()).toEqual([])
  expect((await gaps()).map(({ kind, outcome }) => [kind, outcome])).toEqual([['missing', 'lost']])
})

test('a mail that waits is not sent to an owner who is disabled meanwhile', async () => {
  await disconnect()
  world.pass(minuteMs)
  expect((await notify()).map(({ to }) => to)).toContain(of('rep'))
  await inTx((tx) =>
    sql`update tenant_user set enabled = false where id = ${tenant.representative}`.execute(tx),
  )
  const sent = (await inTx((tx) => takeMails(tx, world.ctx, 100))).map(({ to }) => to)
  expect(sent).toContain(of('tenant_admin'))
  expect(sent).not.toContain(of('rep'))
})

test('an owner who is disabled is not notified', async () => {
  await inTx((tx) =>
    sql`update tenant_user set enabled = false where id = ${tenant.representative}`.execute(tx),
  )
  await disconnect()
  world.pass(minuteMs)
  expect((await notify()).map(({ to }) => to)).not.toContain(of('rep'))
})

test('the gaps of an account are on its page, and another organization does not see them', async () => {
  await inTx((tx) =>
    openGap(
      tx,
      {
        accountId: account.id,
        kind: 'disconnected',
        problem: null,
        beganAt: new Date(world.ctx.now().getTime() - hourMs),
        endedAt: world.ctx.now(),
      },
      world.ctx.now(),
    ),
  )
  world.pass(minuteMs)
  const [mail] = await notify()
  expect(mail!.text).toContain('Verbatim was not running in that time.')
  const analyst = await world.as(tenant, tenant.users.compliance)
  const { json } = await analyst.call('GET', `/bff/api/v1/accounts/${account.id}`)
  expect(json.gaps).toMatchObject([{ kind: 'disconnected', endedAt: expect.any(String) }])
  const others = await world.makeTenant('others')
  const stranger = await world.as(others, others.users.super_admin)
  expect((await stranger.call('GET', `/bff/api/v1/accounts/${account.id}`)).status).toBe(404)
})
