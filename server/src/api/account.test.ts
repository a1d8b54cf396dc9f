import { randomUUID } from 'node:crypto'
import type { UserId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { useTenants } from '#testing/test-world.ts'
import type { Caller } from '#testing/caller.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { authenticatorCode } from '#testing/authenticator.ts'

let world: World
let tenant: WorldTenant
let me: Caller
let myId: UserId
let email: string

useTenants('account', async (made, opened) => {
  world = opened
  tenant = made
  myId = tenant.users.analyst
  email = `analyst@${tenant.label}.example`
  me = await world.as(tenant, myId)
})

const account = async () => (await me.call('GET', '/bff/account')).json
const codeOf = (secret: string) => authenticatorCode(secret, world.ctx.now())
const post = (path: string, body: object, headers = {}) =>
  me.call('POST', `/bff/account/${path}`, body, headers)
const nextStep = () => world.pass(30_000)

async function enrol() {
  const { secret } = (await post('authenticator', {})).json
  const { recoveryCodes } = (await post('authenticator/confirmation', { code: codeOf(secret) })).json
  nextStep()
  return { secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}

test('users see and change their own name, based on the version they saw', async () => {
  const before = await account()
  expect(before).toMatchObject({ email, version: 1, idleLockMinutes: 30, secondStep: { enabled: false } })
  const change = { firstName: ' Ana ', lastName: 'Bell', expectedVersion: 1 }
  const changed = await me.call('PUT', '/bff/account', change)
  expect(changed.json).toMatchObject({ firstName: 'Ana', lastName: 'Bell', version: 2 })
  expect(await me.call('PUT', '/bff/account', change)).toMatchObject({ status: 409 })
  expect(await me.call('PUT', '/bff/account', { ...change, email: 'x@y.example' })).toMatchObject({
    status: 400,
  })
  expect(await me.call('PUT', '/bff/account', { ...change, role: 'super_admin' })).toMatchObject({
    status: 400,
  })
})

test('users do not take the number of a client, whose messages would count as theirs, and do not give up their own', async () => {
  const rita = await world.as(tenant, tenant.representative)
  const change = { firstName: 'Rita', lastName: 'Lund', expectedVersion: 1 }
  for (const phoneNumber of ['+15550177009', ''])
    expect(await rita.call('PUT', '/bff/account', { ...change, phoneNumber })).toMatchObject({ status: 400 })
  const admin = await world.as(tenant, tenant.users.super_admin)
  const given = { phoneNumber: '+15550177010' }
  await admin.call('PUT', `/messenger/api/v1/users/${tenant.representative}`, given)
  const renamed = await rita.call('PUT', '/bff/account', { ...change, expectedVersion: 2 })
  expect(renamed.json).toMatchObject(given)
})

test('an authenticator must be proven before it counts, and comes with ten recovery codes that are not stored', async () => {
  const { secret } = (await post('authenticator', {})).json
  expect((await post('authenticator/confirmation', { code: '000000' })).json.code).toBe('account.wrong-code')
  expect((await account()).secondStep.enabled).toBe(false)
  const headers = { 'idempotency-key': randomUUID() }
  const confirmed = await post('authenticator/confirmation', { code: codeOf(secret) }, headers)
  expect(new Set(confirmed.json.recoveryCodes).size).toBe(10)
  expect((await account()).secondStep).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('idempotency_key').selectAll().execute(),
  )
  expect(kept).toEqual([])
  const again = await post('authenticator/confirmation', { code: codeOf(secret) })
  expect(again.json.code).toBe('account.no-enrolment')
})

test('only its own code, or a recovery code once, can replace it', async () => {
  const { secret, recoveryCodes } = await enrol()
  expect((await post('authenticator', {})).json.code).toBe('account.code-needed')
  expect((await post('authenticator', { code: '000000' })).json.code).toBe('account.wrong-code')
  expect((await post('authenticator', { code: codeOf(secret) })).status).toBe(200)
  expect((await post('authenticator', { code: codeOf(secret) })).json.code).toBe('account.wrong-code')
  const [code = ''] = recoveryCodes
  expect((await post('authenticator', { code: code.toUpperCase().replace('-', ' ') })).status).toBe(200)
  expect((await post('authenticator', { code })).json.code).toBe('account.wrong-code')
  expect((await account()).secondStep.recoveryCodesLeft).toBe(9)
  expect((await mailsTo(world.ctx, tenant.id, email))[0]).toMatchObject({
    kind: 'notice',
    text: expect.stringContaining('You have 9 left'),
  })
})

test('new recovery codes end the old ones', async () => {
  const { secret, recoveryCodes } = await enrol()
  const renewed = await post('recovery-codes', { code: codeOf(secret) })
  expect(renewed.json.recoveryCodes).toHaveLength(10)
  expect((await post('recovery-codes', { code: recoveryCodes[0] })).json.code).toBe('account.wrong-code')
  expect((await post('recovery-codes', { code: renewed.json.recoveryCodes[3] })).status).toBe(200)
})

test('a mail tells users that their authenticator was added or replaced, and that recovery codes were made', async () => {
  const subjects = async () =>
    (await mailsTo(world.ctx, tenant.id, email)).map(({ subject }) => subject.split(/ (?:to|for) your /)[0])
  const added = 'An authenticator was added'
  const { secret } = await enrol()
  expect(await subjects()).toEqual([added])
  world.pass(1_000)
  await post('recovery-codes', { code: '000000' })
  expect(await subjects()).toEqual([added])
  await post('recovery-codes', { code: codeOf(secret) })
  expect(await subjects()).toEqual(['New recovery codes', added])
  nextStep()
  const { secret: next } = (await post('authenticator', { code: codeOf(secret) })).json
  expect(await subjects()).toHaveLength(2)
  await post('authenticator/confirmation', { code: codeOf(next) })
  expect(await subjects()).toEqual([added, 'New recovery codes', added])
})

test('the first recovery codes after a sign-in set up an authenticator need no code, once and within minutes', async () => {
  const setUp = (enrolledAt: Date) =>
    inTenant(world.ctx.db, tenant.id, async (tx) => {
      const on = { totp_enabled: true, totp_sealed: Buffer.of(1), totp_enrolled_at: enrolledAt }
      await tx.updateTable('identity_user').set(on).where('id', '=', myId).execute()
    })
  const codeless = async () => {
    const { json } = await post('recovery-codes', {})
    return json.code ?? json.recoveryCodes.length
  }
  expect(await codeless()).toBe('account.code-needed') // without any second step
  await setUp(new Date(world.ctx.now().getTime() - 10 * 60_000))
  expect(await codeless()).toBe('account.code-needed')
  await setUp(new Date(world.ctx.now().getTime() - 10 * 60_000 + 1_000))
  const both = await Promise.all([codeless(), codeless()])
  expect(both.toSorted()).toEqual([10, 'account.code-needed'])
  expect((await account()).secondStep.recoveryCodesLeft).toBe(10)
})

test('after five wrong codes, even the right one is refused', async () => {
  const { secret } = await enrol()
  for (let i = 0; i < 5; i++) await post('recovery-codes', { code: '000000' })
  const locked = await post('recovery-codes', { code: codeOf(secret) })
  expect(locked).toMatchObject({ status: 429 })
  expect(locked.json.code).toBe('identity.too-many-attempts')
})

test('if two requests use one recovery code at once, one wins', async () => {
  const { recoveryCodes } = await enrol()
  const both = await Promise.all([1, 2].map(() => post('authenticator', { code: recoveryCodes[0] })))
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
})

test('its code removes it, unless the organization requires an authenticator', async () => {
  const { secret } = await enrol()
  const require = (wanted: boolean) =>
    inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.updateTable('organization').set({ requires_second_step: wanted }).execute(),
    )
  await require(true)
  expect((await account()).secondStep.required).toBe(true)
  const refused = await post('authenticator/removal', { code: codeOf(secret) })
  expect(refused.json.code).toBe('account.second-step-required')
  await require(false)
  nextStep()
  expect((await post('authenticator/removal', { code: '000000' })).json.code).toBe('account.wrong-code')
  expect((await post('authenticator/removal', { code: codeOf(secret) })).status).toBe(200)
  expect((await account()).secondStep).toEqual({ enabled: false, required: false, recoveryCodesLeft: 0 })
  expect((await mailsTo(world.ctx, tenant.id, email))[0]?.subject).toMatch(/was removed/)
})

test('users see their devices, and can sign out one of them or all others', async () => {
  const phone = await world.as(tenant, myId)
  const tablet = await world.as(tenant, myId)
  const stranger = await world.as(tenant, tenant.users.compliance)
  const { items } = (await me.call('GET', '/bff/account/devices')).json
  expect(items).toHaveLength(3)
  expect(items.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
  const mine = (await phone.call('GET', '/bff/account/devices')).json.items.find(
    ({ isCurrent }: { isCurrent: boolean }) => isCurrent,
  )
  expect((await stranger.call('DELETE', `/bff/account/devices/${mine.id}`)).status).toBe(404)
  expect((await me.call('DELETE', `/bff/account/devices/${mine.id}`)).status).toBe(200)
  expect((await phone.call('GET', '/bff/account')).status).toBe(401)
  expect((await me.call('DELETE', '/bff/account/devices')).json).toEqual({ ended: 1 })
  expect((await tablet.call('GET', '/bff/account')).status).toBe(401)
  expect((await me.call('GET', '/bff/account')).status).toBe(200)
  expect((await stranger.call('GET', '/bff/account')).status).toBe(200)
})

test('an action is in the audit trail with its request', async () => {
  const { secret } = await enrol()
  await post('authenticator/removal', { code: codeOf(secret) })
  const rows = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('audit_event').select(['type', 'actor_id', 'request_id']).execute(),
  )
  expect(rows.map(({ type }) => type).toSorted()).toEqual(['mfa_disabled', 'mfa_enrolled'])
  for (const row of rows) {
    expect(row.actor_id).toBe(myId)
    expect(row.request_id).toBeTruthy()
  }
})
