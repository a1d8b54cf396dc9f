import type { CodeStep, EnrolStep } from '@verbatim/client/sign-in.ts'
import { hourMs } from '@verbatim/contract/durations.ts'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { fetchByClockOf, useTabs } from '#testing/sign-in.ts'
import { useTestPool } from '#testing/test-world.ts'
import { authenticatorCode } from '#testing/authenticator.ts'
import { verifyAccessToken } from './sessions.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, own) => {
  pool = opened
  database = own
})

const openTab = useTabs(() => pool)

const codeOf = (secret: string) => authenticatorCode(secret, pool.ctx.now())

/** The tabs' own fetch, for tests that intercept it. */
const datedFetch: typeof fetch = (input, init) => fetchByClockOf(pool)(input, init)

test('signs in, names the person, and the API takes the token', async () => {
  const id = await pool.add('anna@example.test', { role: 'compliance' })
  const tab = openTab()
  expect(tab.person()).toBeUndefined()
  expect(await tab.restore()).toBe(false)
  expect(await tab.signIn(' Anna@example.test', testPassword)).toEqual({ next: 'done' })
  expect(tab.person()).toEqual({
    id,
    bySingleSignOn: false,
    email: 'anna@example.test',
    name: 'Anna Adler',
    role: 'compliance',
  })
  expect(await verifyAccessToken(pool.ctx, await tab.accessToken())).toMatchObject({ userId: id })
})

test('wrong passwords and unknown names get the same answer, and must wait after too many attempts', async () => {
  await pool.add('bert@example.test')
  const tab = openTab()
  for (const email of shareOf(['bert@example.test', 'unknown@example.test'])) {
    const failures = []
    for (let i = 0; i < 6; i++)
      failures.push(await tab.signIn(email, 'Wr0ng-one').then(undefined, (failure: unknown) => failure))
    expect(failures.slice(0, 5)).toEqual(
      Array.from({ length: 5 }, () =>
        expect.objectContaining({
          code: 'identity.wrong-credentials',
          message: 'Incorrect email address or password',
        }),
      ),
    )
    expect(failures[5]).toMatchObject({ code: 'identity.too-many-attempts' })
  }
})

test('a device whose clock is an hour off can still sign in', async () => {
  await pool.add('cora@example.test')
  for (const offMs of [-hourMs, hourMs]) {
    const tab = openTab({ now: () => new Date(pool.ctx.now().getTime() + offMs) })
    expect(await tab.signIn('cora@example.test', testPassword)).toEqual({ next: 'done' })
    expect(await tab.accessToken()).toBe(await tab.accessToken())
  }
})

test('enrols an authenticator, requests its code without a resend, and waits for a slow user', async () => {
  await pool.add('dirk@example.test', { mfaRequired: true })
  const tab = openTab()
  const enrol = (await tab.signIn('dirk@example.test', testPassword)) as EnrolStep
  expect(enrol.next).toBe('enrol')
  expect(enrol.uri).toBe(
    `otpauth://totp/Verbatim%3Adirk%40example.test?secret=${enrol.secret}&issuer=Verbatim`,
  )
  await expect(enrol.answer('000000')).rejects.toMatchObject({ code: 'identity.wrong-code' })
  expect(await enrol.answer(codeOf(enrol.secret))).toEqual({ next: 'done' })

  const code = (await tab.signIn('dirk@example.test', testPassword)) as CodeStep
  expect(code).toMatchObject({ next: 'code', medium: 'authenticator' })
  expect(code.resend).toBeUndefined()
  pool.pass(31_000)
  const wrong = String((Number(codeOf(enrol.secret)) + 500_000) % 1_000_000).padStart(6, '0')
  await expect(code.answer(wrong)).rejects.toMatchObject({
    code: 'identity.wrong-code',
    message: 'Incorrect authentication code',
  })
  pool.pass(5 * 60_000)
  expect(await code.answer(codeOf(enrol.secret))).toEqual({ next: 'done' })
})

test('replaces a temporary password on the way', async () => {
  await pool.add('edda@example.test', { temporary: true })
  const tab = openTab()
  const step = await tab.signIn('edda@example.test', testPassword)
  if (step.next !== 'new-password') throw new Error(step.next)
  await expect(step.answer('weak')).rejects.toMatchObject({ code: 'identity.weak-password' })
  expect(await step.answer('An0ther-one!')).toEqual({ next: 'done' })
})

test('renews before the token ends, once for many callers', async () => {
  await pool.add('finn@example.test')
  let refreshes = 0
  const counting: typeof fetch = (input, init) => {
    if (new Headers(init?.headers).get('x-amz-target')?.endsWith('GetTokensFromRefreshToken')) refreshes++
    return datedFetch(input, init)
  }
  const tab = openTab({ fetch: counting })
  await tab.signIn('finn@example.test', testPassword)
  const first = await tab.accessToken()
  pool.pass(28 * 60_000)
  expect(await tab.accessToken()).toBe(first)
  pool.pass(61_000)
  const renewed = await Promise.all(Array.from({ length: 20 }, () => tab.accessToken()))
  expect(new Set(renewed).size).toBe(1)
  expect(renewed[0]).not.toBe(first)
  expect(refreshes).toBe(1)
})

test('signing out notifies listeners before and after, notifies the other tab, and ends the tokens', async () => {
  await pool.add('lena@example.test')
  const tab = openTab()
  const calls: string[] = []
  tab.listen({
    signedIn: () => calls.push('in'),
    beforeSignOut: async () =>
      void calls.push(`before, token ${(await tab.accessToken()) ? 'works' : 'gone'}`),
    signedOut: (ending) => calls.push(`out: ${ending}, ${tab.person() ? 'signed in' : 'no user'}`),
  })
  await tab.signIn('lena@example.test', testPassword)
  const sibling = openTab()
  await sibling.restore()
  const token = await tab.accessToken()
  await tab.signOut()
  expect(calls).toEqual(['in', 'before, token works', 'out: signed-out, no user'])
  await expect(verifyAccessToken(pool.ctx, token)).rejects.toMatchObject({ code: 'session.expired' })
  await expect.poll(() => sibling.person()).toBeUndefined()
  expect(await tab.restore()).toBe(false)
})

test('signing out everywhere ends the sessions of other devices', async () => {
  await pool.add('mona@example.test')
  const [here, there] = [openTab({ openChannel: undefined }), openTab({ openChannel: undefined })]
  await here.signIn('mona@example.test', testPassword)
  await there.signIn('mona@example.test', testPassword)
  await here.signOutEverywhere()
  pool.pass(30 * 60_000)
  const endings: string[] = []
  there.listen({ signedOut: (ending) => endings.push(ending) })
  await expect(there.accessToken()).rejects.toMatchObject({
    code: 'session.expired',
    message: 'Your session has expired.',
  })
  expect(endings).toEqual(['expired'])
  expect(there.person()).toBeUndefined()
})

test.each(['refused', 'answered'])(
  'a renewal %s after the next person signed in does not touch their session',
  async (how) => {
    const [before, after] = [`before-${how}@example.test`, `after-${how}@example.test`]
    for (const email of [before, after]) await pool.add(email)
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const tab = openTab({
      fetch: async (input, init) => {
        const isRenewal = new Headers(init?.headers)
          .get('x-amz-target')
          ?.endsWith('GetTokensFromRefreshToken')
        if (isRenewal && how === 'answered') {
          const early = await datedFetch(input, init)
          ask()
          await answered
          return early
        }
        if (isRenewal) {
          ask()
          await answered
        }
        return datedFetch(input, init)
      },
    })
    await tab.signIn(before, testPassword)
    const first = await tab.accessToken()
    const late = tab.renew(first).catch((error: unknown) => error)
    await asked
    await tab.lock()
    expect(await tab.signIn(after, testPassword)).toEqual({ next: 'done' })
    const theirs = await tab.accessToken()
    answer()
    expect(await late).toMatchObject({ code: 'session.expired' })
    await expect(tab.renew(first)).rejects.toMatchObject({ code: 'session.expired' })
    expect(tab.person()?.email).toBe(after)
    tab.expire('a token that the API refused long ago')
    expect(await tab.accessToken()).toBe(theirs)
  },
)

test('an unreachable service does not sign the user out', async () => {
  await pool.add('nils@example.test')
  let reachable = true
  const tab = openTab({
    fetch: (input, init) =>
      reachable ? datedFetch(input, init) : Promise.reject(new TypeError('fetch failed')),
  })
  await tab.signIn('nils@example.test', testPassword)
  pool.pass(30 * 60_000)
  reachable = false
  await expect(tab.accessToken()).rejects.toMatchObject({ code: 'network' })
  reachable = true
  expect(await tab.accessToken()).toBeTruthy()
})

test('a person who was blocked meanwhile cannot renew', async () => {
  const id = await pool.add('otto@example.test')
  const tab = openTab()
  await tab.signIn('otto@example.test', testPassword)
  await inTenant(database.db, pool.tenantId, (tx) =>
    tx.updateTable('tenant_user').set({ enabled: false }).where('id', '=', id).execute(),
  )
  pool.pass(30 * 60_000)
  await expect(tab.accessToken()).rejects.toMatchObject({ code: 'session.expired' })
})
