import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TenantId } from '@verbatim/contract/ids.ts'
import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { SMTPServerSession } from 'smtp-server'
import { verifyAccessToken } from '#domains/identity/sessions.ts'
import { queueMails } from '#domains/mail/commands.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { runImports } from '#flows/run-imports/run-imports.ts'
import { readFigures } from '#flows/report-health/figures.ts'
import { works } from '#flows/works.ts'
import { openFindDue } from '#platform/work/find-due.ts'
import { inTenant } from '#platform/db.ts'
import { reasonToRefuse } from '#platform/smtp/admission.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import type { TestPool } from '#testing/identity-pool.ts'
import { callSignIn } from '#testing/srp-calls.ts'
import { ask, type Caller } from '#testing/caller.ts'
import { openWorld, type World, worldPassword, type WorldTenant } from '#testing/world.ts'

const OPERATOR_KEY = 'an-operator’s-key-of-many-letters-0123456789'
const main = 'verbatim.localhost:3000'

let database: TestDatabase
let world: World
let first: WorldTenant
beforeAll(async () => {
  database = await openTestDatabase()
  await using before = await openWorld(database.url)
  first = await before.makeTenant('first')
  world = await openWorld(database.url, { OPERATOR_KEY: encodeURIComponent(OPERATOR_KEY) })
})
afterAll(async () => {
  await world?.[Symbol.asyncDispose]()
  await database?.close()
})

const key = encodeURIComponent(OPERATOR_KEY)
let callers = 0

async function operate(method: 'GET' | 'POST', url: string, body?: object, given = key) {
  callers += 1
  return ask(world.app, {
    method,
    url: `/operator/${url}`,
    remoteAddress: `192.0.2.${callers % 250}`,
    headers: { host: 'localhost:3000', authorization: `Bearer ${given}` },
    ...(body && { payload: body }),
  })
}

/** @param endpoint Method and path, such as `GET /config/cognito`. */
async function call(label: string, endpoint: string, body?: object, token?: string) {
  const [method, url] = endpoint.split(' ') as ['GET' | 'POST', string]
  return ask(world.app, {
    method,
    url,
    headers: { host: `${label}.${main}`, ...(token && { authorization: `Bearer ${token}` }) },
    ...(body && { payload: body }),
  })
}

/** The identity pool of an organization, as its own address serves it. */
function poolAt(label: string, tenantId: TenantId) {
  const identity = async (operation: string, asked: object) => {
    const { status, json: body } = await ask(world.app, {
      method: 'POST',
      url: '/identity/',
      headers: {
        host: `${label}.${main}`,
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      payload: JSON.stringify(asked),
    })
    return { status, headers: new Headers(), body }
  }
  const [userPoolId, clientId] = [userPoolIdOf(tenantId), userPoolClientIdOf(tenantId)]
  return { ctx: world.ctx, userPoolId, clientId, call: identity } as unknown as TestPool
}

const setUp = (token: string) => ({
  token,
  organizationName: 'Second Bank',
  country: 'GB',
  firstName: 'Ana',
  lastName: 'Bell',
  email: 'ana@second.example',
  password: worldPassword,
})

test('without a key in the settings the endpoint is off; wrong keys are refused, and soon the caller too', async () => {
  await using closed = await openWorld(database.url)
  const headers = { host: 'localhost:3000', authorization: 'Bearer undefined' }
  expect((await closed.app.inject({ url: '/operator/organizations', headers })).statusCode).toBe(404)
  for (const given of ['', 'x', key.slice(1), `${key}x`])
    expect(await operate('GET', 'organizations', undefined, given)).toMatchObject({
      status: 401,
      json: { code: 'operator.wrong-key' },
    })
  const from = { url: '/operator/organizations', remoteAddress: '198.51.100.1', headers }
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await world.app.inject(from)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

test(
  'a second organization has its address, its set-up link, its pool and its sessions',
  { timeout: 60_000 },
  async () => {
    const founded = await operate('POST', 'organizations', { label: 'second', name: 'To be named' })
    expect(founded).toMatchObject({
      status: 200,
      json: { label: 'second', state: 'waiting', address: `http://second.${main}` },
    })
    const [address, token = ''] = founded.json.setUpLink.split('#')
    expect(address).toBe(`http://second.${main}/set-up`)
    const tenantId = TenantId.parse(founded.json.tenantId)

    expect((await call('first', 'POST /bff/set-up', setUp(token))).json.code).toBe('set-up.over')
    expect((await call('second', 'POST /bff/set-up', setUp(token))).status).toBe(200)
    expect((await operate('POST', 'organizations', { label: 'second' })).json.code).toBe(
      'operator.label-taken',
    )

    expect((await call('second', 'GET /config/cognito')).json).toMatchObject({
      userPoolId: userPoolIdOf(tenantId),
      identityEndpoint: `http://second.${main}/identity/`,
    })
    expect((await call('first', 'GET /config/cognito')).json.userPoolId).toBe(userPoolIdOf(first.id))
    const { body } = await callSignIn(poolAt('second', tenantId), 'ana@second.example', worldPassword)
    const { AccessToken, RefreshToken } = body.AuthenticationResult
    const read = (label: string, url: string) => call(label, `GET ${url}`, undefined, AccessToken)
    expect(
      (await callSignIn(poolAt('first', first.id), 'ana@second.example', worldPassword)).body.message,
    ).toBe('Incorrect username or password.')
    expect((await read('second', '/bff/organizations')).json.name).toBe('Second Bank')
    expect((await read('first', '/bff/organizations')).status).toBe(403)

    expect(await operate('POST', 'organizations/second/close')).toMatchObject({
      status: 200,
      json: { state: 'closed' },
    })
    world.pass(4_000)
    const closed = { code: 'organization.closed' }
    for (const url of ['/bff/organizations', '/bff/organizations/basic', '/config/cognito'])
      expect([url, await read('second', url)]).toMatchObject([url, { status: 410, json: closed }])
    const pool = poolAt('second', tenantId)
    const begun = await pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'ana@second.example', SRP_A: 'abc123' },
    })
    expect(begun.body.message).toBe('This organization is closed.')
    const refreshed = await pool.call('GetTokensFromRefreshToken', { ClientId: pool.clientId, RefreshToken })
    expect(refreshed.body.message).toBe('This organization is closed.')
    // Also where the organization itself is still remembered as open.
    await expect(verifyAccessToken(world.ctx, AccessToken)).rejects.toMatchObject(closed)
    expect((await call('first', 'GET /config/cognito')).status).toBe(200)

    await operate('POST', 'organizations/second/reopen')
    world.pass(4_000)
    expect((await read('second', '/bff/organizations')).json.name).toBe('Second Bank')
  },
)

test('the endpoints of a closed organization refuse, and its records are there after it reopens', async () => {
  const tenant = await world.makeTenant('third')
  const text = (body: string) => world.deliver(tenant, { from: '+15550109999', body })
  expect(await text('kept before')).toBe(200)
  await world.settle()
  await operate('POST', 'organizations/third/close')
  world.pass(4_000)
  expect(await text('too late')).toBe(410)
  await operate('POST', 'organizations/third/reopen')
  world.pass(4_000)
  expect(await text('kept after')).toBe(200)
  await world.settle()
  const admin = await world.as(tenant, tenant.users.super_admin)
  expect((await admin.call('GET', '/bff/api/v1/messages')).json.total).toBe(2)
  const session = { secure: true } as SMTPServerSession
  expect(reasonToRefuse({ id: 'a', target: 0, isClosed: true }, session)).toMatchObject({
    responseCode: 550,
    message: '5.2.1 This organization is closed',
  })
})

describe('the running work of a closed organization', () => {
  let tenant: WorldTenant
  let admin: Caller
  beforeAll(async () => {
    tenant = await world.makeTenant('waits')
    admin = await world.as(tenant, tenant.users.super_admin)
    await world.deliver(tenant, { from: '+15550109999', body: 'to be exported' })
    await world.settle()
  })
  const settle = async (act: 'close' | 'reopen') => {
    await operate('POST', `organizations/waits/${act}`)
    world.pass(4_000)
  }
  const due = async () => {
    const find = openFindDue(world.ctx)
    const asked = ['exports', 'imports', 'mail'].map(async (kind) =>
      (await find(kind)).includes(tenant.id) ? [kind] : [],
    )
    return (await Promise.all(asked)).flat()
  }
  const amounts = async () => {
    const figures = await readFigures(world.ctx.db, world.ctx.now())
    return ['exports', 'imports', 'mail'].map((kind) => figures.work.get(kind)?.waiting ?? 0)
  }

  test('waits until it reopens, and continues from there', async () => {
    const file =
      'Email,First name,Last name,Phone,Role,Permission profiles\nann@waits.example,Ann,Doe,,Analyst,Everything\n'
    const sent = Buffer.from(file)
    const exported = await admin.call('POST', '/bff/api/v1/messages/export', { format: 'csv' })
    const imported = await admin.call('POST', '/bff/api/v1/users/import', sent, {
      'content-type': 'text/csv',
    })
    await inTenant(world.ctx.db, tenant.id, (tx) =>
      queueMails(tx, world.ctx, [
        { to: 'ann@waits.example', subject: 'Hello', text: 'Hello', kind: 'notification' },
      ]),
    )
    expect(await due()).toEqual(['exports', 'imports', 'mail'])
    const before = await amounts()

    await settle('close')
    expect(await due()).toEqual([])
    expect(await amounts()).toEqual(before.map((amount) => amount - 1))
    // A worker that took them just before.
    await runExports(world.ctx, tenant.id)
    await runImports(world.ctx, tenant.id)

    await settle('reopen')
    world.pass(20_000)
    expect(await due()).toEqual(['exports', 'imports', 'mail'])
    expect((await admin.call('GET', `/bff/api/v1/imports/${imported.json.id}`)).json.counts.created).toBe(0)
    await runExports(world.ctx, tenant.id)
    await runImports(world.ctx, tenant.id)
    for (const url of [`exports/${exported.json.exportId}`, `imports/${imported.json.id}`])
      expect((await admin.call('GET', `/bff/api/v1/${url}`)).json).toMatchObject({ state: 'done' })
  })

  test('continues only with stored records while the organization is closed', async () => {
    const kinds = new Map(works.map(({ rows }) => [rows.name, rows.whileClosed === true]))
    expect(kinds.size).toBeGreaterThan(6)
    expect([...kinds].filter(([, whileClosed]) => whileClosed).map(([name]) => name)).toEqual([
      'backlog',
      'reading',
    ])
  })
})

test('operators’ actions are in the operators’ trail, and once in the organization’s', async () => {
  const tenant = await world.makeTenant('fourth')
  for (const act of ['close', 'close', 'reopen', 'reopen'])
    await operate('POST', `organizations/fourth/${act}`)
  const { items } = (await operate('GET', 'trail')).json
  expect(items.filter((item: { tenantId: string }) => item.tenantId === tenant.id)).toMatchObject([
    { type: 'organization_reopened', actor: 'Operator', address: expect.stringMatching(/^192\.0\.2\./) },
    { type: 'organization_closed', actor: 'Operator' },
  ])
  expect(items.some((item: { type: string }) => item.type === 'organization_created')).toBe(true)
  const { items: listed } = (await operate('GET', 'organizations')).json
  expect(listed.map(({ label, state }: { label: string; state: string }) => [label, state])).toContainEqual([
    'fourth',
    'open',
  ])
  expect(listed[0]).toMatchObject({ label: 'first', address: 'http://localhost:3000' })
})

test.each(['www', 'api', 'dev', 'redirect'])('%s cannot be founded', async (label) => {
  expect((await operate('POST', 'organizations', { label })).json.code).toBe('operator.bad-label')
})

test('if the public address is not under the main domain, a second one would have no address', async () => {
  await using other = await openWorld(database.url, {
    OPERATOR_KEY: key,
    VERBATIM_ENVIRONMENT: 'production',
    PUBLIC_BASE_URL: 'https://archive.bank.example',
  })
  const answer = await other.app.inject({
    method: 'POST',
    url: '/operator/organizations',
    headers: { host: 'archive.bank.example', authorization: `Bearer ${key}` },
    payload: { label: 'fifth' },
  })
  expect(answer.json().code).toBe('operator.no-main-domain')
})

test('a waiting organization gets another link, and the previous one no longer works', async () => {
  const tokenOf = async () =>
    ((await operate('POST', 'organizations', { label: 'sixth' })).json.setUpLink as string).split('#')[1] ??
    ''
  const [before, after] = [await tokenOf(), await tokenOf()]
  expect((await call('sixth', 'POST /bff/set-up', setUp(before))).json.code).toBe('set-up.over')
  expect((await call('sixth', 'POST /bff/set-up', setUp(after))).status).toBe(200)
})
