import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { type TestPool, testPassword } from '#testing/identity-pool.ts'
import { openPoolTab, signInWith } from '#testing/sign-in.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { findUserById } from './users.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

const minute = 60_000
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: pool.ctx.now().getTime() })

/** A user with an authenticator and recovery codes. */
async function enrolled(email: string) {
  const id = await pool.add(email)
  const { token: AccessToken } = await signInWith(pool, email, testPassword)
  const { SecretCode: secret } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  await pool.call('VerifySoftwareToken', { AccessToken, UserCode: codeOf(secret) })
  await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  pool.pass(30_000)
  const codes = await inTenant(database.db, pool.tenantId, async (tx) => {
    const user = await findUserById(tx, id)
    return user ? makeRecoveryCodes(tx, pool.ctx, user) : []
  })
  return { id, secret: secret as string, codes, AccessToken }
}

async function codeStep(email: string) {
  const step = await openPoolTab(pool).signIn(email, testPassword)
  if (step.next !== 'code') throw new Error(step.next)
  return step
}
const refused = (code: string) => expect.objectContaining({ code })

test('a recovery code replaces the authenticator, once', async () => {
  const email = 'recover@example.test'
  const { codes } = await enrolled(email)
  const step = await codeStep(email)
  expect(await step.answer(codes[0]!.toUpperCase())).toEqual({ next: 'done' })
  await expect((await codeStep(email)).answer(codes[0]!)).rejects.toEqual(refused('identity.wrong-code'))
  expect(await (await codeStep(email)).answer(` ${codes[1]} `)).toEqual({ next: 'done' })
  const [mail] = await mailsTo(pool.ctx, pool.tenantId, email)
  expect(mail?.text).toContain('You have 8 left')
  const types = await inTenant(database.db, pool.tenantId, (tx) =>
    tx.selectFrom('audit_event').select('type').where('type', '=', 'recovery_code_used').execute(),
  )
  expect(types).toHaveLength(2)
})

test('another person’s recovery code does not work', async () => {
  const { codes } = await enrolled('owner@example.test')
  await enrolled('thief@example.test')
  await expect((await codeStep('thief@example.test')).answer(codes[0]!)).rejects.toEqual(
    refused('identity.wrong-code'),
  )
})

test('a pending second step expires after three minutes', async () => {
  const email = 'slow@example.test'
  const { secret } = await enrolled(email)
  const { ChallengeParameters } = (
    await pool.call('InitiateAuth', {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: email, SRP_A: '2' },
    })
  ).body
  expect(ChallengeParameters.SALT).toBeTruthy()
  const step = await codeStep(email)
  pool.pass(3 * minute + 1000)
  // The client starts again by itself: an authenticator's code also works in the new step.
  expect(await step.answer(codeOf(secret))).toEqual({ next: 'done' })
})

test('a token alone can neither replace nor remove the second step', async () => {
  const { AccessToken } = await enrolled('token@example.test')
  for (const [operation, body] of [
    ['AssociateSoftwareToken', {}],
    ['VerifySoftwareToken', { UserCode: '123456' }],
    ['SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: false } }],
  ] as const)
    expect((await pool.call(operation, { AccessToken, ...body })).body).toMatchObject({
      __type: 'NotAuthorizedException',
      message: expect.stringContaining('its own code'),
    })
})

test('an organization that requires a second step makes only platform users set one up', async () => {
  await pool.add('must@example.test')
  await pool.add('messenger@example.test', { role: 'none' })
  const require = (wanted: boolean) =>
    inTenant(database.db, pool.tenantId, (tx) =>
      tx.updateTable('organization').set({ requires_second_step: wanted }).execute(),
    )
  await require(true)
  const { step } = await signInWith(pool, 'must@example.test', testPassword)
  expect(step.next).toBe('enrol')
  expect((await signInWith(pool, 'messenger@example.test', testPassword)).step.next).toBe('done')
  await require(false)
  expect((await signInWith(pool, 'must@example.test', testPassword)).step.next).toBe('done')
})

test('a reset password does not remove the second step', async () => {
  const email = 'both@example.test'
  await enrolled(email)
  await pool.call('ForgotPassword', { ClientId: pool.clientId, Username: email })
  const [mail] = (await mailsTo(pool.ctx, pool.tenantId, email)).filter(({ kind }) => kind === 'code')
  const code = /^ {2}(\d{6})$/m.exec(mail?.text ?? '')?.[1] ?? ''
  const step = await openPoolTab(pool).resetPassword({ email, code, password: 'Another-Horse-8' })
  expect(step.next).toBe('code')
})
