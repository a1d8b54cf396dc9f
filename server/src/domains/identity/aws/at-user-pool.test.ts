import type { UserId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { poolUsername } from '#domains/identity/aws/pool.ts'
import { foundForSetUp } from '#flows/found-organization/set-up.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FakeCognito, openFakeCognito } from '#testing/fakes/cognito.ts'
import { ask } from '#testing/caller.ts'
import { openWorld, type World } from '#testing/world.ts'

/** An installation whose users sign in at a user pool, because its configuration says so. */
let database: TestDatabase
let fake: FakeCognito
let world: World
let now = () => new Date()
beforeAll(async () => {
  database = await openTestDatabase()
  fake = await openFakeCognito({ now: () => now() })
  world = await openWorld(database.url, { ...fake.config, IDENTITY_DOMAIN: 'pool.auth.example' })
  now = world.ctx.now
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await fake?.close()
  await database?.close()
})

const setUp = {
  token: 'first',
  organizationName: 'Halden',
  country: 'GB',
  firstName: 'Ana',
  lastName: 'Bell',
  email: 'ana@halden.example',
  password: 'Correct-Horse-7',
}
let count = 0

/** An organization whose first administrator came through the set-up link, and calls with their tokens. */
async function founded() {
  const label = `pool${(count += 1)}`
  const email = `ana@${label}.example`
  const tenantId = await foundForSetUp(world.ctx, { label, name: 'My organization', token: 'first' })
  const host = `${label}.verbatim.localhost:3000`
  const answer = await ask(world.app, {
    method: 'POST',
    url: '/bff/set-up',
    headers: { host },
    payload: { ...setUp, email },
  })
  const user = await inTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('tenant_user').select('id').executeTakeFirst(),
  )
  const name = user && poolUsername(tenantId, user.id as UserId)
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    { scope, token, payload = {} }: { scope?: string; token?: string; payload?: object } = {},
  ) => {
    const bearer = token ?? (await fake.accessToken(name!, scope === undefined ? {} : { scope }))
    const headers = { host, authorization: `Bearer ${bearer}` }
    return ask(world.app, { method, url, headers, ...(method.startsWith('P') ? { payload } : {}) })
  }
  return { host, tenantId, answer, name: name ?? '', email, call }
}

test('the first administrator is created only in the pool, with the chosen password', async () => {
  const { answer, name, email, tenantId } = await founded()
  expect([answer.status, answer.json]).toEqual([200, { email }])
  expect(fake.find(name)).toMatchObject({ status: 'CONFIRMED', password: setUp.password, enabled: true })
  expect(fake.mails).not.toContain(email)
  const kept = await inTenant(database.db, tenantId, (tx) =>
    tx.selectFrom('identity_user').select('id').execute(),
  )
  expect(kept).toEqual([])
})

test('an unreachable pool founds no organization, and the link works again', async () => {
  const label = 'later'
  await foundForSetUp(world.ctx, { label, name: 'My organization', token: 'first' })
  const open = () =>
    ask(world.app, {
      method: 'POST',
      url: '/bff/set-up',
      headers: { host: `${label}.verbatim.localhost:3000` },
      payload: { ...setUp, email: 'ana@later.example' },
    })
  fake.answerNext() // the person exists, but has no password yet
  fake.failNext('AccessDeniedException')
  expect((await open()).json).toMatchObject({ code: 'unavailable' })
  expect((await open()).status).toBe(200)
})

test('the page gets the address of the pool, and may call it', async () => {
  const { host } = await founded()
  const config = await ask(world.app, { url: '/config/cognito', headers: { host } })
  expect(config.json).toMatchObject({
    userPoolId: fake.userPoolId,
    userPoolClientId: fake.clientId,
    identityEndpoint: `${fake.endpoint}/`,
    identityCognitoDomain: 'pool.auth.example',
    mailbox: '/mailbox',
  })
  expect(config.headers['content-security-policy']).toContain(fake.endpoint)
  for (const url of ['/identity/', '/oauth2/token', '/login'])
    expect((await ask(world.app, { method: 'POST', url, headers: { host }, payload: {} })).status).toBe(404)
})

test('Account Settings show where sign-ins are kept, and what this session may change', async () => {
  const { call } = await founded()
  expect((await call('GET', '/bff/account')).json).toMatchObject({
    keptAt: 'user-pool',
    managesSignIn: true,
    secondStep: { enabled: false, required: false, recoveryCodesLeft: 0 },
  })
  const bySingleSignOn = await call('GET', '/bff/account', { scope: 'openid email profile' })
  expect(bySingleSignOn.json).toMatchObject({ keptAt: 'user-pool', managesSignIn: false })
})

test('operations that only the embedded service has are refused', async () => {
  const { call } = await founded()
  const begun = await call('POST', '/bff/account/authenticator')
  expect([begun.status, begun.json.code]).toEqual([409, 'account.kept-elsewhere'])
  expect((await call('GET', '/bff/account/devices')).json).toEqual({ items: [] })
})

test('after signing out everywhere, every earlier token is refused', async () => {
  const { call, name } = await founded()
  const [here, there] = [await fake.accessToken(name), await fake.accessToken(name)]
  expect((await call('GET', '/bff/account', { token: there })).status).toBe(200)
  expect((await call('DELETE', '/bff/account/devices', { token: here })).status).toBe(200)
  world.pass(5_000)
  for (const token of [here, there])
    expect((await call('GET', '/bff/account', { token })).json).toMatchObject({ code: 'session.expired' })
  expect((await call('GET', '/bff/account')).status).toBe(200)
})

test('the organization cannot require a second step, because only the pool can', async () => {
  const { call } = await founded()
  const { version } = (await call('GET', '/bff/organizations')).json
  const change = (payload: object) =>
    call('PUT', '/bff/organizations', { payload: { expectedVersion: version, ...payload } })
  expect((await change({ requiresSecondStep: true })).json).toMatchObject({
    code: 'organization.second-step-kept-elsewhere',
  })
  expect((await change({ requiresSecondStep: false, idleLockMinutes: 10 })).status).toBe(200)
})

test('single sign-on is configured in the pool: a change here is refused and says where to make it', async () => {
  const { call } = await founded()
  const url = '/bff/organizations/single-sign-on'
  expect((await call('GET', url)).json).toMatchObject({ enabled: false, isKeptElsewhere: true })
  expect((await call('PUT', url, { payload: { expectedVersion: 1, enabled: true } })).json).toMatchObject({
    code: 'single-sign-on.kept-elsewhere',
  })
  expect((await call('GET', url)).json).toMatchObject({ enabled: false, isKeptElsewhere: true })
})

describe('someone who signs up at the pool under the name of a user', () => {
  const expired = { status: 401, json: { code: 'session.expired' } }

  /** A user who is enabled and was never invited, as an import without invitations leaves them. */
  async function imported() {
    const { tenantId, call } = await founded()
    const email = `compliance@pool${count}.example`
    const id = newId<UserId>(now())
    await inTenant(database.db, tenantId, (tx) =>
      tx
        .insertInto('tenant_user')
        .values({ id, email, email_key: email, phone_number: null, role: 'compliance' })
        .execute(),
    )
    const name = poolUsername(tenantId, id)
    const open = async () => call('GET', '/bff/account', { token: await fake.accessToken(name) })
    const withAdmin = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(database.db, tenantId, work)
    const user = { id, email, firstName: 'Ana' }
    return { name, email, user, open, withAdmin, admin: world.ctx.identityAdmin }
  }

  test('is not that user', async () => {
    const { name, open } = await imported()
    fake.signUp(name, 'analyst@elsewhere.example')
    expect(await open()).toMatchObject(expired)
    world.pass(5_000)
    expect(await open()).toMatchObject(expired)
  })

  test('is not that user either with an address that they never proved', async () => {
    const { name, email, open } = await imported()
    fake.signUp(name, email, { isConfirmed: false })
    fake.confirm(name)
    expect(await open()).toMatchObject(expired)
  })

  test('loses the name when that user is invited', async () => {
    const { name, email, user, open, withAdmin, admin } = await imported()
    fake.signUp(name, 'analyst@elsewhere.example')
    const theirs = await fake.accessToken(name)
    await withAdmin((tx) => admin.invite(tx, [user]))
    expect(fake.find(name)).toMatchObject({ status: 'FORCE_CHANGE_PASSWORD', attributes: { email } })
    expect(fake.mails).toContain(email)
    fake.confirm(name)
    expect((await open()).status).toBe(200)
    expect(await ask(world.app, request(theirs))).toMatchObject(expired)
  })

  test('loses it also when an invitation is sent again', async () => {
    const { name, email, user, withAdmin, admin } = await imported()
    fake.signUp(name, 'analyst@elsewhere.example')
    await withAdmin((tx) => admin.resendInvitation(tx, user))
    expect(fake.find(name)?.attributes['email']).toBe(email)
    expect(fake.mails.filter((to) => to === email)).toHaveLength(1)
  })

  test('is refused the name of a user who deleted themselves there', async () => {
    const { name, email, user, open, withAdmin, admin } = await imported()
    await withAdmin((tx) => admin.invite(tx, [user]))
    fake.confirm(name)
    expect((await open()).status).toBe(200)
    fake.deleteSelf(name)
    fake.signUp(name, email)
    expect(await open()).toMatchObject(expired)
  })

  test('is the user if they have proved the user’s address, as for names from before', async () => {
    const { name, email, user, open, withAdmin, admin } = await imported()
    fake.signUp(name, email)
    const calls = () => fake.calls.filter(({ operation }) => operation === 'AdminGetUser').length
    const before = calls()
    expect((await open()).status).toBe(200)
    world.pass(5_000)
    expect((await open()).status).toBe(200)
    expect(calls()).toBe(before + 1)
    await withAdmin((tx) => admin.invite(tx, [user]))
    expect(fake.mails).not.toContain(email)
  })

  test('is refused while the pool cannot be asked', async () => {
    const { name, email, open } = await imported()
    fake.signUp(name, email)
    fake.failNext('AccessDeniedException')
    expect(await open()).toMatchObject({ status: 503, json: { code: 'unavailable' } })
    expect((await open()).status).toBe(200)
  })

  const request = (token: string) => ({
    method: 'GET' as const,
    url: '/bff/account',
    headers: { host: `pool${count}.verbatim.localhost:3000`, authorization: `Bearer ${token}` },
  })
})
