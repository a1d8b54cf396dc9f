import type { Session } from '@verbatim/client/session.ts'
import { decodeJwt } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { fetchByClockOf, openPoolTab } from '#testing/sign-in.ts'
import { authenticatorCode } from '#testing/authenticator.ts'

/**
 * Changes the second step by the protocol's calls, like a page that signs in at a pool of AWS. Our service accepts
 * all of these calls except the one that turns off or replaces an active second step: that one is answered as AWS would.
 */
let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

interface Sent {
  readonly operation: string
  readonly body: { AccessToken?: string; Token?: string; SoftwareTokenMfaSettings?: { Enabled: boolean } }
}
let sent: Sent[] = []
let email: string
let count = 0
let tab: Session
beforeEach(async () => {
  sent = []
  email = `second${(count += 1)}@example.test`
  await pool.add(email)
  tab = openPoolTab(pool, { fetch: asAws })
  await tab.signIn(email, testPassword)
})

const asAws: typeof fetch = async (input, init) => {
  const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1] ?? ''
  const body = JSON.parse(init?.body as string) as Sent['body']
  sent.push({ operation, body })
  const isOn = await hasSecondStep()
  if (operation === 'SetUserMFAPreference' && body.SoftwareTokenMfaSettings?.Enabled === false)
    return Response.json({})
  if (operation === 'AssociateSoftwareToken' && isOn) return Response.json({ SecretCode: 'A'.repeat(32) })
  return fetchByClockOf(pool)(input, init)
}

async function hasSecondStep(): Promise<boolean> {
  const row = await inTenant(database.db, pool.tenantId, (tx) =>
    tx
      .selectFrom('identity_user')
      .innerJoin('tenant_user', 'tenant_user.id', 'identity_user.id')
      .select('totp_enabled')
      .where('email_key', '=', email)
      .executeTakeFirst(),
  )
  return row?.totp_enabled ?? false
}

const codeOf = (secret: string) => authenticatorCode(secret, pool.ctx.now())

async function enrol(): Promise<string> {
  const secret = await tab.authenticator.begin()
  await tab.authenticator.confirm(codeOf(secret))
  pool.pass(30_000)
  sent = []
  return secret
}
const sentTo = (operation: string) => sent.filter((call) => call.operation === operation)
const sessionOf = (token = '') => decodeJwt(token)['origin_jti']

test('an authenticator is set up, proven, and required from then on', async () => {
  expect(await tab.authenticator.isOn()).toBe(false)
  const secret = await tab.authenticator.begin()
  await expect(tab.authenticator.confirm('000000')).rejects.toMatchObject({ code: 'identity.wrong-code' })
  expect(await tab.authenticator.isOn()).toBe(false)
  await tab.authenticator.confirm(codeOf(secret))
  expect(await tab.authenticator.isOn()).toBe(true)
  expect(await openPoolTab(pool).signIn(email, testPassword)).toMatchObject({ next: 'code' })
})

test.each(['remove', 'replace'] as const)(
  'to %s it takes a whole sign-in, whose token is used and ended',
  async (act) => {
    const secret = await enrol()
    const own = sessionOf(await tab.accessToken())
    await tab.authenticator[act]({ email, password: testPassword, code: codeOf(secret) })
    const [changed] = sentTo(act === 'remove' ? 'SetUserMFAPreference' : 'AssociateSoftwareToken')
    expect(sessionOf(changed?.body.AccessToken)).not.toBe(own)
    expect(sentTo('RevokeToken')).toHaveLength(1)
    const over = await pool.call('GetUser', { AccessToken: changed?.body.AccessToken })
    expect(over.body.message).toBe('Access Token has been revoked')
    expect(await tab.authenticator.isOn()).toBe(true) // the page's own session continues
  },
)

test.each([
  ['a wrong code', { code: '000000' }, 'identity.wrong-code'],
  ['a wrong password', { password: 'Wr0ng-password' }, 'identity.wrong-credentials'],
])('%s changes nothing', async (_what, wrong, code) => {
  const secret = await enrol()
  const proof = { email, password: testPassword, code: codeOf(secret), ...wrong }
  await expect(tab.authenticator.remove(proof)).rejects.toMatchObject({ code })
  await expect(tab.authenticator.replace(proof)).rejects.toMatchObject({ code })
  expect([...sentTo('SetUserMFAPreference'), ...sentTo('AssociateSoftwareToken')]).toEqual([])
})

test('our own service ignores protocol requests to change what is in force', async () => {
  await enrol()
  const AccessToken = await tab.accessToken()
  const off = { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }
  expect((await pool.call('SetUserMFAPreference', off)).status).toBe(400)
  expect((await pool.call('AssociateSoftwareToken', { AccessToken })).status).toBe(400)
})
