/** The provider is removed or replaced, or single sign-on is switched off: what it has vouched for ends with it. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { changeSingleSignOn, findSingleSignOn } from '#domains/identity/hosted/single-sign-on.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { inTenant } from '#platform/db.ts'
import { openTestBrowser } from '#testing/browser.ts'
import { openForger } from '#testing/fakes/forger.ts'
import { email, host, settingUrl, useFederation } from '#testing/federation.ts'

const { bed, set, begin, leave, atProvider, signIn, postToken, tokensOf } = useFederation()

const change = async (changed: object) => {
  const { json } = await bed.admin.call('GET', settingUrl)
  const { hasSecret: _, ...provider } = json.provider
  const sent = { expectedVersion: json.version, enabled: true, provider, ...changed }
  expect((await bed.admin.call('PUT', settingUrl, sent)).status).toBe(200)
}
const providerWith = async (changed: object) => {
  const { json } = await bed.admin.call('GET', settingUrl)
  const { hasSecret: _, ...provider } = json.provider
  return { provider: { ...provider, ...changed } }
}
const statusWith = async (token: string) =>
  (await bed.world.app.inject({ url: '/bff/account', headers: { host, authorization: `Bearer ${token}` } }))
    .statusCode
const renew = async (refresh_token: string) =>
  (await postToken({ grant_type: 'refresh_token', refresh_token })).statusCode

/** A session of the provider with its browser, a code that was not exchanged yet, and a sign-in that is still at the provider. */
async function signInTwice() {
  const { browser, location } = await signIn(email('analyst'))
  const { access_token = '', refresh_token = '' } = await tokensOf(location)
  const code = (await signIn(email('analyst'))).location
  const late = openTestBrowser(bed.world.app, host)
  const back = await atProvider(await leave(late), email('analyst'))
  expect(await statusWith(access_token)).toBe(200)
  return {
    access: () => statusWith(access_token),
    renewed: () => renew(refresh_token),
    exchanged: async () => (await tokensOf(code)).status,
    remembered: async () =>
      String((await browser.open(`/oauth2/authorize?${begin().query}`)).headers.location),
    finished: async () => (await late.open(back)).headers.location,
  }
}

test.each<[string, () => Promise<object> | object]>([
  ['the provider is removed', () => ({ provider: null })],
  ['another issuer is set', () => providerWith({ issuer: 'https://other.example' })],
  ['another client is set', () => providerWith({ clientId: 'another-client' })],
  ['single sign-on is switched off', () => ({ enabled: false })],
])('when %s, its sessions end, and nothing begun with it goes on', async (_what, changed) => {
  await set()
  const begun = await signInTwice()
  await change(await changed())
  expect(await begun.access()).toBe(401)
  expect(await begun.renewed()).toBe(400)
  expect(await begun.exchanged()).toBe(400)
  expect(await begun.remembered()).not.toContain('code=')
  expect(await begun.finished()).toBeUndefined()
  const { items } = (await bed.admin.call('GET', '/audit/events?limit=1')).json
  expect(items).toMatchObject([{ type: 'single_sign_on_updated', counts: { sessionsEnded: 2 } }])

  // What ended does not come back with the same provider.
  await set()
  expect(await begun.access()).toBe(401)
  expect(await begun.renewed()).toBe(400)
})

test('a change that leaves the provider the same ends nothing', async () => {
  await set()
  const begun = await signInTwice()
  await change(await providerWith({ name: 'Renamed', createsPeople: true, secret: 'another' }))
  await change(
    await providerWith({ mailDomains: ['federated.example', 'more.example'], createsPeople: false }),
  )
  await set({ mailDomains: ['more.example'] })
  expect(await begun.access()).toBe(200)
  expect(await begun.renewed()).toBe(200)
  expect(await begun.exchanged()).toBe(200)
  expect(await begun.remembered()).toContain('code=')
  expect(await begun.finished()).toContain('code=')
})

test('sessions that began with a password go on, also of a person who signs in both ways', async () => {
  await set()
  const own = await bed.world.as(bed.tenant, bed.tenant.users.analyst)
  const { access } = await signInTwice()
  await change({ provider: null })
  expect(await access()).toBe(401)
  expect((await own.call('GET', '/bff/account')).status).toBe(200)
})

test('a provider that another organization removes ends nothing here', async () => {
  await set()
  const begun = await signInTwice()
  const other = await bed.world.makeTenant('neighbour')
  const admin = await bed.world.as(other, other.users.tenant_admin)
  const { json } = await admin.call('GET', settingUrl)
  const off = { expectedVersion: json.version, enabled: false, provider: null }
  expect((await admin.call('PUT', settingUrl, off)).status).toBe(200)
  expect(await begun.access()).toBe(200)
  expect(await begun.renewed()).toBe(200)
})

test('a provider that is replaced while it answers lets no one in', async () => {
  const forger = await openForger(email('analyst'))
  const arrive = async () => {
    await set({ issuer: forger.issuer })
    const browser = openTestBrowser(bed.world.app, host)
    const left = new URL(await leave(browser)).searchParams
    forger.nonce = left.get('nonce') ?? ''
    return browser.open(`/oauth2/idpresponse?code=c&state=${left.get('state')}`)
  }
  try {
    expect((await arrive()).headers.location).toContain('code=')
    forger.meanwhile = async () => change(await providerWith({ clientId: 'another-client' }))
    const answer = await arrive()
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
  } finally {
    await forger.close()
  }
})

test.each<[string, (begun: Begun) => Promise<string | undefined>]>([
  ['a person who arrives from the provider', ({ late, back }) => locationOf(late.open(back))],
  [
    'a browser that it has vouched for',
    ({ browser }) => locationOf(browser.open(`/oauth2/authorize?${begin().query}`)),
  ],
])('%s while it is replaced is not let in', async (_who, arrive) => {
  await set()
  const { browser } = await signIn(email('analyst'))
  const late = openTestBrowser(bed.world.app, host)
  const begun = { browser, late, back: await atProvider(await leave(late), email('analyst')) }
  const { db } = bed.database
  const waits = () =>
    sql<{
      pid: number
    }>`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
      .execute(db)
      .then(({ rows }) => rows.length > 0)
  const arrival = await inTenant(db, bed.tenant.id, async (tx) => {
    const admin = await findActor(tx, bed.tenant.users.tenant_admin)
    const { provider, version } = await findSingleSignOn(tx)
    if (!admin || !provider) throw new Error('There is nothing to replace')
    const { name, issuer, mailDomains, createsPeople } = provider
    const replaced = {
      name,
      issuer,
      mailDomains: [...mailDomains],
      createsPeople,
      clientId: 'another-client',
    }
    const changed = { expectedVersion: version, enabled: true, provider: replaced }
    await changeSingleSignOn(tx, admin, changed, bed.world.ctx)
    let isOver = false
    const arriving = arrive(begun).finally(() => (isOver = true))
    while (!isOver && !(await waits())) await pause(10)
    return { arriving }
  })
  expect((await arrival.arriving) ?? '').not.toContain('code=')
  const alive = await inTenant(db, bed.tenant.id, (tx) =>
    tx
      .selectFrom('identity_family')
      .select('id')
      .where('by_provider', '=', true)
      .where('revoked_at', 'is', null)
      .execute(),
  )
  expect(alive).toEqual([])
})

interface Begun {
  readonly browser: ReturnType<typeof openTestBrowser>
  readonly late: ReturnType<typeof openTestBrowser>
  readonly back: string
}

const locationOf = async (answer: ReturnType<Begun['late']['open']>) => {
  const { location } = (await answer).headers
  return location === undefined ? undefined : String(location)
}
