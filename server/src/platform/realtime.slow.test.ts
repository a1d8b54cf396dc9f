import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { sql } from 'kysely'
import type { Socket } from 'socket.io-client'
import { expect, test } from 'vitest'
import { endSessions } from '#domains/identity/endings.ts'
import { beginSession, verifyAccessToken } from '#domains/identity/sessions.ts'
import { signTokens } from '#domains/identity/tokens.ts'
import { findUserById } from '#domains/identity/users.ts'
import { findNotifiedSlices } from '#flows/authenticate/notified-slices.ts'
import { announce } from '#platform/changes.ts'
import { inTenant } from '#platform/db.ts'
import { mostSockets, openRealtime, usualRecheckMs } from './realtime.ts'
import { hear, hearOnly, useSockets } from '#testing/sockets.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let ours: WorldTenant
let theirs: WorldTenant
let origin: string
const openSocket = useSockets()

useTestWorld(async (opened) => {
  world = opened
  ours = await world.makeTenant('ours')
  theirs = await world.makeTenant('theirs')
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
})

const open = (token: unknown, headers: Record<string, string> = {}, ageMs = 0, at = origin) =>
  openSocket({ at, token, headers, ageMs })

type Realtime = Parameters<typeof openRealtime>[1]

/** Sockets of a server of their own, which checks them much more often, and on which time can be skipped. */
async function openBeside(other: Partial<Realtime> = {}) {
  let skippedMs = 0
  const app = fastify()
  const realtime = openRealtime(app, {
    databaseUrl: world.ctx.databaseUrl,
    log: world.ctx.log,
    now: world.ctx.now,
    trustedProxies: 0,
    recheckMs: 200,
    ticks: () => performance.now() + skippedMs,
    verifyToken: (token) => verifyAccessToken(world.ctx, token),
    slicesFor: (tenantId, userIds) =>
      inTenant(world.ctx.db, tenantId, (tx) => findNotifiedSlices(tx, userIds)),
    ...other,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    at: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`,
    skip(ms: number) {
      skippedMs += ms
    },
    async [Symbol.asyncDispose]() {
      await realtime.close()
      await app.close()
    },
  }
}

test('a socket is checked often enough to close within five seconds after its session ends', () => {
  expect(usualRecheckMs).toBeLessThan(5_000)
})

test('a reader learns which slices of its organization changed, without content; another organization learns nothing', async () => {
  const analyst = await world.as(ours, ours.users.analyst)
  const stranger = await world.as(theirs, theirs.users.super_admin)
  const [mine, foreign] = [open(analyst.token), open(stranger.token)]
  await Promise.all([hear(mine, 'connect'), hear(foreign, 'connect')])
  const [heard, overheard] = [hear(mine, 'changed'), hear(foreign, 'changed')]
  await world.deliver(ours, { from: '+15550144444', body: 'a secret' })
  await world.settle()
  expect(await heard).toEqual(expect.arrayContaining(['messages']))
  expect(JSON.stringify(await heard)).not.toContain('secret')
  // The first of which it learns is its own.
  await inTenant(world.ctx.db, theirs.id, (tx) => announce(tx, ['contacts']))
  expect(await overheard).toEqual(['contacts'])
})

test('a socket is sent what changed while its page loaded, and only what its reader may see', async () => {
  const announced = () => inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['audit', 'contacts']))
  const admin = await world.as(ours, ours.users.super_admin)
  const analyst = await world.as(ours, ours.users.analyst)
  await using beside = await openBeside()
  const before = open(admin.token, {}, 0, beside.at)
  let listens = false
  void hearOnly(before, 'themes').then(() => (listens = true))
  await hear(before, 'connect')
  while (!listens) {
    await inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['themes']))
    await pause(300)
  }
  const hearing = (slice: string) =>
    new Promise<void>((resolve) => {
      before.on('changed', (slices: string[]) => slices.includes(slice) && resolve())
    })
  // The last of these notices have come before the time is skipped, so they belong to the time before.
  const last = hearing('exports')
  await inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['exports']))
  await last
  // Later than the slack after the server began to listen.
  beside.skip(4_000)
  const heard = hearing('audit')
  await announced()
  await heard
  expect(await hear(open(admin.token, {}, 500, beside.at), 'changed')).toEqual(
    expect.arrayContaining(['audit', 'contacts']),
  )
  expect(await hear(open(analyst.token, {}, 500, beside.at), 'changed')).toEqual(['contacts'])
  const stranger = await world.as(theirs, theirs.users.manager)
  expect(await hear(open(stranger.token, {}, 0, beside.at), 'changed', 500)).toBeUndefined()
})

test('after the connection to the database broke, every page reads its lists again', async () => {
  const socket = open((await world.as(theirs, theirs.users.analyst)).token)
  await hear(socket, 'connect')
  const heard = hear(socket, 'changed', 6_000)
  await inTenant(world.ctx.db, theirs.id, (tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'verbatim listen' and datname = current_database()`.execute(tx),
  )
  expect(await heard).toEqual(expect.arrayContaining(['messages', 'contacts']))
})

test.each([
  ['none', undefined],
  ['nonsense', 'nonsense'],
  ['an object', { $ne: 1 }],
])('a socket with %s for a token is refused', async (_, token) => {
  expect(await hear(open(token), 'connect_error')).toMatchObject({ message: 'session.expired' })
})

test('a page of another origin may not open a socket', async () => {
  const { token } = await world.as(ours, ours.users.analyst)
  expect(await hear(open(token, { origin: 'https://evil.example' }), 'connect_error')).toBeDefined()
})

test('the socket of an ended session closes at the next check', async () => {
  await using beside = await openBeside()
  const socket = open((await world.as(ours, ours.users.manager)).token, {}, 0, beside.at)
  await hear(socket, 'connect')
  await inTenant(world.ctx.db, ours.id, (tx) => endSessions(tx, world.ctx, { userId: ours.users.manager }))
  expect(await hear(socket, 'disconnect', 5_000)).toBeDefined()
})

test('a provider’s sockets close after it is removed, and no others', { tags: ['whole'] }, async () => {
  const admin = await world.as(ours, ours.users.tenant_admin)
  const settings = '/bff/organizations/single-sign-on'
  const provider = { name: 'North', issuer: 'https://north.example', clientId: 'verbatim' }
  const more = { mailDomains: ['north.example'], createsPeople: false }
  await admin.call('PUT', settings, { enabled: true, provider: { ...provider, ...more } })
  const by = { address: undefined, agent: undefined, byProvider: true }
  const grant = await inTenant(world.ctx.db, ours.id, async (tx) => {
    const user = await findUserById(tx, ours.users.analyst)
    return user && beginSession(tx, world.ctx, user, by)
  })
  const { AccessToken } = await signTokens(world.ctx, grant!)
  const { token } = await world.as(ours, ours.users.analyst)
  await using beside = await openBeside({ recheckMs: 50 })
  const [socket, own] = [open(AccessToken, {}, 0, beside.at), open(token, {}, 0, beside.at)]
  await Promise.all([hear(socket, 'connect'), hear(own, 'connect')])
  const closed = hear(socket, 'disconnect', 5_000)
  const ownClosed = hear(own, 'disconnect', 5_000)
  await admin.call('PUT', settings, { enabled: true, provider: null })
  expect(await closed).toBeDefined()
  // Checked again several times meanwhile.
  expect(await Promise.race([ownClosed, pause(250)])).toBeUndefined()
})

test('a socket cannot continue with another user’s token', async () => {
  await using beside = await openBeside()
  const socket = open((await world.as(ours, ours.users.analyst)).token, {}, 0, beside.at)
  await hear(socket, 'connect')
  socket.emit('token', (await world.as(theirs, theirs.users.super_admin)).token)
  expect(await hear(socket, 'disconnect', 9_000)).toBeDefined()
})

test('a reader learns only about slices that they may see, and this follows their permissions at once', async () => {
  const admin = await world.as(ours, ours.users.super_admin)
  const analyst = await world.as(ours, ours.users.analyst)
  const socket = open(analyst.token)
  await hear(socket, 'connect')
  const announced = async () => {
    const heard = hear(socket, 'changed')
    await inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['audit', 'contacts']))
    return heard
  }
  expect(await announced()).toEqual(['contacts'])

  const profiles = '/bff/api/v1/permission-profiles'
  const made = await admin.call('POST', profiles, {
    name: 'Auditors',
    permissions: ['audit.view'],
    memberIds: [ours.users.analyst],
  })
  await hear(socket, 'changed')
  expect(await announced()).toEqual(['audit', 'contacts'])
  // Nothing is cached: the answer has the new permissions at once.
  expect((await analyst.call('GET', '/bff/config')).json.permissions).toContain('audit.view')

  await Promise.all([
    hear(socket, 'changed'),
    admin.call('PUT', `${profiles}/${made.json.id}/permissions`, {
      channels: [],
      groups: [],
      permissions: [],
      expectedVersion: 1,
    }),
  ])
  expect(await announced()).toEqual(['contacts'])
  expect((await analyst.call('GET', '/bff/config')).json.permissions).not.toContain('audit.view')
})

test('a disabled user’s socket closes within five seconds', async () => {
  const { token } = await world.as(theirs, theirs.users.manager)
  const socket = open(token)
  await hear(socket, 'connect')
  const closed = hear(socket, 'disconnect', 5_000)
  await inTenant(world.ctx.db, theirs.id, async (tx) => {
    await tx
      .updateTable('tenant_user')
      .set({ enabled: false })
      .where('id', '=', theirs.users.manager)
      .execute()
    await announce(tx, ['users'])
  })
  expect(await closed).toBeDefined()
  expect(await hear(open(token), 'connect_error')).toMatchObject({ message: 'session.expired' })
})

test('the open sockets of one user are limited, and a new one can replace one that closes', async () => {
  const { token } = await world.as(ours, ours.users.manager)
  const outcome = (socket: Socket) =>
    new Promise<string>((resolve) => {
      socket.once('connect', () => resolve('open'))
      socket.once('connect_error', ({ message }) => resolve(message))
    })
  const opened = Array.from({ length: mostSockets.perPerson }, () => open(token))
  expect(new Set(await Promise.all(opened.map(outcome)))).toEqual(new Set(['open']))
  const refused = await Promise.all(Array.from(opened, () => outcome(open(token))))
  expect(new Set(refused)).toEqual(new Set(['sockets.too-many']))
  const other = open((await world.as(ours, ours.users.compliance)).token)
  expect(await outcome(other)).toBe('open')

  opened[0]?.close()
  await expect.poll(() => outcome(open(token)), { timeout: 10_000, interval: 200 }).toBe('open')
})

test('a connection has one attempt, so that invalid tokens are limited by connections', async () => {
  const { host } = new URL(origin)
  const connection = new WebSocket(`ws://${host}/bff/realtime/?EIO=4&transport=websocket`)
  const answers: string[] = []
  const closed = new Promise<void>((resolve) => connection.addEventListener('close', () => resolve()))
  connection.addEventListener('message', ({ data }) => {
    answers.push(String(data))
    // What a client of the protocol sends after the opening: an attempt, and more of them.
    if (String(data).startsWith('0')) for (let i = 0; i < 20; i += 1) connection.send('40{"token":"made up"}')
  })
  await closed
  const refused = answers.filter((answer) => answer.startsWith('44'))
  expect(refused.filter((answer) => answer.includes('session.expired'))).toHaveLength(1)
})

test('a socket that opens while permissions change gets the slices after the change', async () => {
  const { promise: heard, resolve: hears } = Promise.withResolvers<void>()
  let readings = 0
  const user = ours.users.analyst
  await using beside = await openBeside({
    verifyToken: () => Promise.resolve({ tenantId: ours.id, userId: user }),
    onAccessChange: () => hears(),
    slicesFor: async () => {
      readings += 1
      if (readings > 1) return new Map([[user, new Set(['contacts'])]])
      // Its answer is read before the change, and arrives after it was announced.
      await expect
        .poll(async () => {
          await inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['permission-profiles']))
          return Promise.race([heard.then(() => true), pause(200)])
        })
        .toBe(true)
      return new Map([[user, new Set(['audit'])]])
    },
  })
  const socket = open('valid', {}, 0, beside.at)
  await hear(socket, 'connect', 10_000)
  const changed = hear(socket, 'changed')
  await inTenant(world.ctx.db, ours.id, (tx) => announce(tx, ['audit', 'contacts']))
  expect(await changed).toEqual(['contacts'])
})
