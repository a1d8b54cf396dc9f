import { randomUUID } from 'node:crypto'
import { failures } from '@verbatim/contract/errors.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestBrowser } from '#testing/browser.ts'
import { email, host, useFederation } from '#testing/federation.ts'
import { claimsOf, redirectUri } from '#testing/hosted-world.ts'
import { type Forged, openForger } from '#testing/fakes/forger.ts'

const { bed, comeBack, set, begin, leave, atProvider, signIn, postToken, tokensOf } = useFederation()

describe('with the organization’s own provider', () => {
  test('a person with an account signs in, and is recognized by the provider’s identifier for them', async () => {
    expect((await set()).status).toBe(200)
    const { answer, location } = await signIn(email('compliance'))
    expect(answer.statusCode).toBe(302)
    expect(location.startsWith(`${redirectUri}?code=`)).toBe(true)
    expect(new URL(location).searchParams.get('state')).toBe('state-of-the-page')
    const tokens = await tokensOf(location)
    expect(claimsOf(tokens.id_token)).toMatchObject({
      sub: bed.tenant.users.compliance,
      nonce: 'nonce-of-the-page',
    })
    expect(claimsOf(tokens.access_token)).toMatchObject({ scope: 'openid email profile' })

    // Another address does not make them another user: issuer and subject identify them now.
    await bed.database.administer(
      `update tenant_user set email = 'moved@federated.example', email_key = 'moved@federated.example'
       where id = '${bed.tenant.users.compliance}'`,
    )
    const again = await tokensOf((await signIn(email('compliance'))).location)
    expect(claimsOf(again.id_token)['sub']).toBe(bed.tenant.users.compliance)
    const trail = await inTenant(bed.database.db, bed.tenant.id, (tx) =>
      tx.selectFrom('audit_event').select('type').where('type', '=', 'single_sign_on_linked').execute(),
    )
    expect(trail).toHaveLength(1)
  })

  test.each([
    ['a person without an account', 'unknown@federated.example', 'There is no account'],
    ['an address that is not confirmed', 'unverified@federated.example', 'did not confirm'],
    ['an address of another domain', 'analyst@elsewhere.example', 'is not allowed to sign in'],
    ['a super administrator', email('super_admin'), 'sign in with their password'],
  ])('%s is not admitted, and sees why', async (_who, who, reason) => {
    await set()
    const { answer } = await signIn(who)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain(reason)
    expect(answer.body).not.toContain('<script')
    const { items } = (await bed.admin.call('GET', '/audit/events?limit=1')).json
    expect(items).toMatchObject([{ type: 'sign_in_refused', target: { name: who } }])
  })

  test.each([
    ['a new user', { createsPeople: true }, 'twice@federated.example'],
    ['an invited user', {}, email('analyst')],
  ])('%s signs in for the first time in two browsers at once', async (_who, settings, who) => {
    await comeBack()
    await set(settings)
    const both = await Promise.all([signIn(who), signIn(who)])
    expect(both.map(({ answer }) => answer.statusCode)).toEqual([302, 302])
    const subjects = []
    for (const { location } of both) subjects.push(claimsOf((await tokensOf(location)).id_token)['sub'])
    expect(new Set(subjects).size).toBe(1)
  })

  test('a blocked user stays blocked', async () => {
    await set()
    const shut = (enabled: boolean) =>
      inTenant(bed.database.db, bed.tenant.id, (tx) =>
        tx.updateTable('tenant_user').set({ enabled }).where('id', '=', bed.tenant.users.manager).execute(),
      )
    await shut(false)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(403)
    await shut(true)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(302)
    await shut(false)
    expect((await signIn(email('manager'))).answer.statusCode).toBe(403)
  })

  test('a removed user who is invited again signs in as the new user', async () => {
    await set()
    const who = 'returner@federated.example'
    const invite = async () => {
      const { json, status } = await bed.admin.call('POST', '/bff/api/v1/users/invite', {
        email: who,
        firstName: 'Rita',
        lastName: 'Return',
        role: 'analyst',
        permissionProfileIds: [bed.tenant.profiles.everything],
      })
      expect(status).toBe(200)
      return json.id as string
    }
    const personOf = async () => claimsOf((await tokensOf((await signIn(who)).location)).id_token)['sub']
    const before = await invite()
    expect(await personOf()).toBe(before)
    expect((await bed.admin.call('DELETE', `/bff/api/v1/users/${before}`, {})).status).toBe(200)
    expect((await signIn(who)).answer.statusCode).toBe(403)
    const after = await invite()
    expect(after).not.toBe(before)
    expect(await personOf()).toBe(after)
  })

  test('a user who became a super administrator can no longer sign in this way, and their sessions end', async () => {
    await set()
    const { browser, location } = await signIn(email('analyst'))
    const { access_token: token = '', refresh_token = '' } = await tokensOf(location)
    const setRole = (role: 'analyst' | 'super_admin') =>
      inTenant(bed.database.db, bed.tenant.id, (tx) =>
        tx.updateTable('tenant_user').set({ role }).where('id', '=', bed.tenant.users.analyst).execute(),
      )
    const account = async () =>
      (
        await bed.world.app.inject({
          url: '/bff/account',
          headers: { host, authorization: `Bearer ${token}` },
        })
      ).statusCode
    const remembered = async () =>
      String((await browser.open(`/oauth2/authorize?${begin().query}`)).headers.location)
    expect(await account()).toBe(200)
    await setRole('super_admin')
    bed.world.pass(5_000)
    expect(await account()).toBe(401)
    const renewed = await postToken({ grant_type: 'refresh_token', refresh_token })
    expect(renewed.statusCode).toBe(400)
    expect(await remembered()).toMatch(/^\/login\?/)
    const { answer } = await signIn(email('analyst'))
    await setRole('analyst')
    expect(answer.statusCode).toBe(403)
    expect(answer.body).toContain('sign in with their password')
  })

  test('a provider that an Admin set admits no one who may do more than an Admin', async () => {
    const hide = (readsUnderPseudonyms: boolean) =>
      inTenant(bed.database.db, bed.tenant.id, (tx) =>
        tx.updateTable('organization').set({ reads_under_pseudonyms: readsUnderPseudonyms }).execute(),
      )
    await comeBack()
    await set()
    const { browser, location } = await signIn(email('compliance'))
    const { refresh_token = '' } = await tokensOf(location)
    await hide(true)
    // Compliance may now reveal names, and an Admin may not.
    const { answer } = await signIn(email('compliance'))
    expect([answer.statusCode, answer.body.includes('has permissions that the person who set up')]).toEqual([
      403,
      true,
    ])
    expect((await postToken({ grant_type: 'refresh_token', refresh_token })).statusCode).toBe(400)
    expect(String((await browser.open(`/oauth2/authorize?${begin().query}`)).headers.location)).toMatch(
      /^\/login\?/,
    )
    expect((await signIn(email('analyst'))).answer.statusCode).toBe(302)

    // An Admin who saves it changes nothing about that, and what a Super Admin answers for stays so until it is another one.
    await set({ name: 'Renamed' })
    expect((await signIn(email('compliance'))).answer.statusCode).toBe(403)
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.super_admin)
    await set()
    expect((await signIn(email('compliance'))).answer.statusCode).toBe(302)
    await comeBack()
    await set({ createsPeople: true })
    expect((await signIn(email('compliance'))).answer.statusCode).toBe(302)
    await set({ mailDomains: ['federated.example', 'more.example'] })
    expect((await signIn(email('compliance'))).answer.statusCode).toBe(403)
    await hide(false)
    expect((await signIn(email('compliance'))).answer.statusCode).toBe(302)
  })

  test('a new person is admitted without a role if that is enabled', async () => {
    await set({ createsPeople: true })
    const tokens = await tokensOf((await signIn('new@federated.example')).location)
    expect(claimsOf(tokens.id_token)).toMatchObject({ email: 'new@federated.example', 'custom:role': 'none' })

    // Administrators can find them and give them a role.
    await comeBack()
    const { items } = (await bed.admin.call('GET', '/bff/api/v1/users?search=new@federated.example')).json
    expect(items).toMatchObject([{ role: 'none', messengerRole: 'none', status: 'active' }])
    const role = { role: 'analyst', permissionProfileIds: [bed.tenant.profiles.north] }
    expect((await bed.admin.call('PUT', `/bff/api/v1/users/${items[0].id}`, role)).status).toBe(200)
    const again = await tokensOf((await signIn('new@federated.example')).location)
    expect(claimsOf(again.id_token)).toMatchObject({ sub: items[0].id, 'custom:role': 'analyst' })
  })

  test('an answer is accepted once, and only from the browser that started the sign-in', async () => {
    await set()
    const { browser, back } = await signIn(email('analyst'))
    expect((await browser.open(back)).statusCode).toBe(400)

    const victim = openTestBrowser(bed.world.app, host)
    const stolen = await atProvider(await leave(victim), email('analyst'))
    const thief = openTestBrowser(bed.world.app, host)
    await leave(thief)
    const answer = await thief.open(stolen)
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(
      (await openTestBrowser(bed.world.app, host).open('/oauth2/idpresponse?code=x&state=y')).statusCode,
    ).toBe(400)
  })
})

test('an address that starts too many sign-ins at the provider sees an error page, and may try again later', async () => {
  await set()
  const browser = openTestBrowser(bed.world.app, host)
  const ask = () => browser.open(`/login/provider?${begin().query}`)
  expect((await ask()).statusCode).toBe(302)
  let last = await ask()
  for (let i = 0; i < 200 && last.statusCode === 302; i++) last = await ask()
  expect(last.statusCode).toBe(429)
  expect(last.headers['content-type']).toContain('text/html')
  expect(last.body).toContain(failures['request.too-many'].message)
  bed.world.pass(60_000)
  expect((await ask()).statusCode).toBe(302)
})

test('a sign-in that takes longer than 15 minutes at the provider must start again', async () => {
  await set()
  for (const [waits, isLate] of [
    [15 * 60_000 - 5_000, false],
    [15 * 60_000 + 1_000, true],
  ] as const) {
    const browser = openTestBrowser(bed.world.app, host)
    const back = await atProvider(await leave(browser), email('analyst'))
    bed.world.pass(waits)
    const { statusCode, headers } = await browser.open(back)
    expect([statusCode === 400, headers.location === undefined]).toEqual([isLate, isLate])
  }
})

describe('a provider’s answer is checked, claim by claim', () => {
  let forger: Awaited<ReturnType<typeof openForger>>
  beforeAll(async () => {
    forger = await openForger(email('analyst'))
    await comeBack()
  })
  afterAll(() => forger?.close())

  async function arrive(claims: Forged, key: 'own' | 'strange' | 'none' = 'own', extra = {}) {
    await set({ issuer: forger.issuer })
    const browser = openTestBrowser(bed.world.app, host)
    const left = new URL(await leave(browser))
    forger.nonce = left.searchParams.get('nonce') ?? ''
    Object.assign(forger, { claims, key })
    const back = new URLSearchParams({ code: 'c', state: left.searchParams.get('state') ?? '', ...extra })
    return browser.open(`/oauth2/idpresponse?${back.toString()}`)
  }
  const now = () => Math.floor(Date.now() / 1000)

  test('a correct answer is accepted', async () => {
    const answer = await arrive({ sub: `fine-${randomUUID()}`, email: email('manager') })
    // The manager was blocked above; what matters here is that the answer was accepted.
    expect(answer.body).toContain('disabled')
  })

  test('its metadata is requested once in five minutes for any number of sign-ins', async () => {
    await arrive({})
    const before = forger.introduced
    for (let i = 0; i < 5; i++) await arrive({})
    expect(forger.introduced).toBe(before)
    bed.world.pass(5 * 60_000)
    await comeBack()
    await arrive({})
    expect(forger.introduced).toBe(before + 1)
  })

  test.each<[string, Forged, 'own' | 'strange' | 'none', object]>([
    ['another issuer', { iss: 'https://evil.example' }, 'own', {}],
    ['another audience', { aud: 'somebody' }, 'own', {}],
    ['two audiences, for another', { aud: ['verbatim', 'other'], azp: 'other' }, 'own', {}],
    ['no audience', { aud: undefined }, 'own', {}],
    ['another nonce', { nonce: 'other' }, 'own', {}],
    ['no nonce', { nonce: undefined }, 'own', {}],
    ['an end that has passed', { exp: now() - 600 }, 'own', {}],
    ['no end', { exp: undefined }, 'own', {}],
    ['no subject', { sub: undefined }, 'own', {}],
    ['a signature of another key', {}, 'strange', {}],
    ['no signature', {}, 'none', {}],
    ['an issuer that is mixed up', {}, 'own', { iss: 'https://evil.example' }],
    ['an error', {}, 'own', { error: 'access_denied' }],
  ])('%s: no user is admitted', async (_what, claims, key, extra) => {
    const answer = await arrive(claims, key, extra)
    const location = new URL(String(answer.headers.location))
    expect(location.origin + location.pathname).toBe(redirectUri)
    expect(location.searchParams.get('error')).toBe('access_denied')
    expect(location.searchParams.get('code')).toBeNull()
  })
})
