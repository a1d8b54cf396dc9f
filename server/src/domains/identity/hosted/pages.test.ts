import { recoveryCodeCount } from '@verbatim/contract/account.ts'
import { totpUri } from '@verbatim/contract/identity.ts'
import { encode } from 'uqr'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestBrowser } from '#testing/browser.ts'
import { passwordMailedTo } from '#testing/waiting-mail.ts'
import { worldPassword } from '#testing/world.ts'
import { claimsOf, type HostedWorld, openHostedWorld, redirectUri } from '#testing/hosted-world.ts'
import { authenticatorCode } from '#testing/authenticator.ts'

let hosted: HostedWorld
beforeAll(async () => {
  hosted = await openHostedWorld()
}, 60_000)
afterAll(() => hosted?.close())

/** Whether the browser must sign in again. */
const isAsked = async (browser: TestBrowser) =>
  String((await browser.open((await hosted.request()).url)).headers.location).startsWith('/login?')
const tokensOf = async (signedIn: Parameters<HostedWorld['exchange']>[0]) =>
  (await (await hosted.exchange(signedIn)).json()) as { access_token: string; refresh_token: string }

test('the page has no script, sends its form only to itself and to the code’s target, and cannot be framed', async () => {
  const browser = hosted.openBrowser()
  const asked = await hosted.request({ login_hint: '"><script>alert(1)</script>' })
  const sent = await browser.open(asked.url)
  const page = await browser.open(String(sent.headers.location))
  expect(page.body).not.toContain('<script')
  expect(page.body).not.toMatch(/ (style|on\w+)=/)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://redirect.verbatim.localhost:3000")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(String(page.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
  expect(page.body).toContain('/login.css')
  const style = await browser.open('/login.css')
  expect(style.headers['content-type']).toContain('text/css')
  const fonts = Array.from(style.body.matchAll(/url\(([^)]+)\)/g), ([, url = '']) => url)
  expect(fonts).toEqual(['/login-latin.woff2', '/login-latin-ext.woff2'])
  for (const font of fonts) {
    const { statusCode, headers, body } = await browser.open(font)
    expect([statusCode, headers['content-type'], body.slice(0, 4)]).toEqual([200, 'font/woff2', 'wOF2'])
  }
})

test('a form of another site, or without its cookie, cannot sign in', async () => {
  const browser = hosted.openBrowser()
  const sent = await browser.open((await hosted.request()).url)
  const open = () => browser.open(String(sent.headers.location))
  await open()
  const right = { email: hosted.email(), password: worldPassword }
  expect((await browser.submit({ ...right, token: 'x' })).statusCode).toBe(400)
  await open()
  expect((await browser.submit(right, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(400)
  await open()
  browser.forgetCookies()
  expect((await browser.submit(right)).statusCode).toBe(400)
})

test('wrong passwords get the same answer and lockout for known and unknown people', async () => {
  const answers = await Promise.all(
    [hosted.email('manager'), 'unknown@example.test'].map(async (who) => {
      const browser = hosted.openBrowser()
      const sent = await browser.open((await hosted.request()).url)
      await browser.open(String(sent.headers.location))
      const shown: string[] = []
      for (let i = 0; i < 7; i++) {
        const { body } = await browser.submit({ email: who, password: 'Wrong-Horse-8' })
        shown.push(/role="alert">([^<]*)/.exec(body)?.[1] ?? '')
      }
      return shown
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.[0]).toBe('Incorrect email address or password')
  expect(answers[0]?.[6]).not.toBe(answers[0]?.[0])
})

test('a signed-in browser need not sign in for an hour, unless the application requires it; /logout ends that', async () => {
  const { browser } = await hosted.signIn()
  const asked = await hosted.request()
  const through = await browser.open(asked.url)
  expect(String(through.headers.location)).toContain(`${redirectUri}?code=`)
  expect((await hosted.exchange({ ...asked, location: String(through.headers.location) })).status).toBe(200)
  const forced = await browser.open((await hosted.request({ prompt: 'login' })).url)
  expect(String(forced.headers.location)).toMatch(/^\/login\?/)

  const query = new URLSearchParams({
    client_id: hosted.client().client_id,
    logout_uri: `http://${hosted.hostOf(hosted.tenant)}/sign-in`,
  })
  const out = await browser.open(`/logout?${query.toString()}`)
  expect(out.headers.location).toBe(`http://${hosted.hostOf(hosted.tenant)}/sign-in`)
  expect(String((await browser.open((await hosted.request()).url)).headers.location)).toMatch(/^\/login\?/)

  const { browser: later } = await hosted.signIn()
  hosted.world.pass(61 * 60_000)
  expect(String((await later.open((await hosted.request()).url)).headers.location)).toMatch(/^\/login\?/)
})

test('signing out everywhere makes the pages forget the browser', async () => {
  const { browser } = await hosted.signIn()
  await inTenant(hosted.database.db, hosted.tenant.id, (tx) =>
    hosted.world.ctx.identityAdmin.signOutEverywhere(tx, hosted.tenant.users.compliance),
  )
  expect(String((await browser.open((await hosted.request()).url)).headers.location)).toMatch(/^\/login\?/)
})

test.each(['the session that it began with', 'one that it came to by being remembered'])(
  'a browser whose device is signed out must sign in again: %s',
  async (which) => {
    const first = await hosted.signIn()
    const { browser } = first
    const asked = await hosted.request()
    const again = String((await browser.open(asked.url)).headers.location)
    const isFirst = which.startsWith('the')
    const ended = await tokensOf(isFirst ? first : { ...asked, location: again })
    const stays = await hosted.signIn()
    const device = await hosted.world.app.inject({
      method: 'DELETE',
      url: `/bff/account/devices/${String(claimsOf(ended.access_token)['origin_jti'])}`,
      headers: {
        host: hosted.hostOf(hosted.tenant),
        authorization: `Bearer ${(await tokensOf(stays)).access_token}`,
      },
    })
    expect(device.statusCode).toBe(200)
    expect(await isAsked(browser)).toBe(true)
    expect(await isAsked(stays.browser)).toBe(false)
  },
)

test('the pages forget the browser when its session ends or is revoked', async () => {
  const twice = await hosted.signIn()
  await tokensOf(twice)
  await hosted.exchange(twice)
  expect(await isAsked(twice.browser)).toBe(true)

  const revoked = await hosted.signIn()
  const { refresh_token: token } = await tokensOf(revoked)
  await hosted.world.app.inject({
    method: 'POST',
    url: '/oauth2/revoke',
    headers: { host: hosted.hostOf(hosted.tenant), 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_id: hosted.client().client_id, token }).toString(),
  })
  expect(await isAsked(revoked.browser)).toBe(true)
})

test('a browser remembered without a second step must sign in again once one is required', async () => {
  const require = (isRequired: boolean) =>
    inTenant(hosted.database.db, hosted.tenant.id, (tx) =>
      tx.updateTable('organization').set({ requires_second_step: isRequired }).execute(),
    )
  const { browser } = await hosted.signIn()
  await require(true)
  expect(await isAsked(browser)).toBe(true)
  await require(false)
  expect(await isAsked(browser)).toBe(false)
})

test('the page requests the second step, sets it up if required, and a wrong code may be corrected', async () => {
  await inTenant(hosted.database.db, hosted.tenant.id, (tx) =>
    tx
      .updateTable('identity_user')
      .set({ mfa_required: true })
      .where('id', '=', hosted.tenant.users.analyst)
      .execute(),
  )
  const hasty = await hosted.signIn(undefined, undefined, hosted.email('analyst'))
  const ahead = await hasty.browser.submit({ step: 'recovery-codes' })
  expect([ahead.statusCode, ahead.headers.location]).toEqual([400, undefined])
  expect(ahead.body).toMatch(/<h1>Sign in<\/h1>/)
  const enrolling = await hosted.signIn(undefined, undefined, hosted.email('analyst'))
  expect(enrolling.answer.statusCode).toBe(200)
  const [, secret = ''] = /name="secret" value="([A-Z2-7]+)"/.exec(enrolling.answer.body) ?? []
  const { data } = encode(totpUri(hosted.email('analyst'), secret), { ecc: 'M', border: 4 })
  const drawn = [...enrolling.answer.body.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`)
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : [])))
  expect(drawn).toEqual(dark)
  expect(enrolling.answer.body).toMatch(/<svg[^>]*\srole="img"\s+aria-label="Code for an authenticator app"/)
  expect(enrolling.answer.body).not.toMatch(/ (style|on\w+)=/)
  const codeOf = () => authenticatorCode(secret, hosted.world.ctx.now())
  expect((await enrolling.browser.submit({ code: '000000' })).body).toContain('Incorrect authentication code')
  const shown = await enrolling.browser.submit({ code: codeOf() })
  const recoveryCodes = [...shown.body.matchAll(/<li>([a-z2-9]{5}-[a-z2-9]{5})<\/li>/g)].map(
    ([, one]) => one!,
  )
  expect(recoveryCodes).toHaveLength(recoveryCodeCount)
  hosted.world.pass(10 * 60_000) // the user has written them down
  const done = await enrolling.browser.submit({})
  expect(String(done.headers.location)).toContain('code=')

  hosted.world.pass(60_000)
  const coming = await hosted.signIn(undefined, undefined, hosted.email('analyst'))
  expect(coming.answer.body).toContain('Enter your code')
  expect((await coming.browser.submit({ code: '123' })).body).toContain('Incorrect authentication code')
  const through = await coming.browser.submit({ code: codeOf() })
  expect((await hosted.exchange({ ...coming, location: String(through.headers.location) })).status).toBe(200)

  const without = await hosted.signIn(undefined, undefined, hosted.email('analyst'))
  const recovered = await without.browser.submit({ code: recoveryCodes[0]! })
  expect(String(recovered.headers.location)).toContain('code=')
})

test('an invited person chooses a password, typed twice, and is signed in', async () => {
  const { tenant, world, database } = hosted
  const user = { id: tenant.users.manager, email: hosted.email('manager'), firstName: 'Mia' }
  await inTenant(database.db, tenant.id, async (tx) => {
    await world.ctx.identityAdmin.remove(tx, user.id)
    await world.ctx.identityAdmin.invite(tx, [user])
  })
  const browser = hosted.openBrowser()
  const sent = await browser.open((await hosted.request()).url)
  await browser.open(String(sent.headers.location))
  const password = await passwordMailedTo(world.ctx, tenant.id, user.email)
  expect((await browser.submit({ email: user.email, password })).body).toContain('Choose a password')
  const choose = (chosen: string, confirmation: string) => browser.submit({ password: chosen, confirmation })
  expect((await choose('Own-Horse-8', 'Own-Horse-9')).body).toContain('Passwords do not match.')
  expect((await choose('weak', 'weak')).body).toContain('role="alert"')
  expect((await choose('Password1!', 'Password1!')).body).toContain('This password is too common')
  const done = await choose('Own-Horse-8', 'Own-Horse-8')
  expect(String(done.headers.location)).toContain('code=')
})
