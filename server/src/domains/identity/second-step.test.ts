import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { useTestPool } from '#testing/test-world.ts'
import type { TestDatabase } from '#testing/database.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { openPoolTab, signInWith } from '#testing/sign-in.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { authenticatorCode, enrolAuthenticator } from '#testing/authenticator.ts'
import { callSignIn, tokensFor } from '#testing/srp-calls.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { findUserById } from './users.ts'

let database: TestDatabase
let pool: TestPool
useTestPool((opened, itsDatabase) => {
  pool = opened
  database = itsDatabase
})

const codeOf = (secret: string) => authenticatorCode(secret, pool.ctx.now())

/** A user with an authenticator and recovery codes. */
async function enrolled(email: string) {
  const id = await pool.add(email)
  const { token: AccessToken } = await signInWith(pool, email, testPassword)
  const secret = await enrolAuthenticator(pool, AccessToken)
  pool.pass(30_000)
  const codes = await inTenant(database.db, pool.tenantId, async (tx) => {
    const user = await findUserById(tx, id)
    return user ? makeRecoveryCodes(tx, pool.ctx, user) : []
  })
  return { id, secret, codes, AccessToken }
}

async function codeStep(email: string) {
  const step = await openPoolTab(pool).signIn(email, testPassword)
  if (step.next !== 'code') throw new Error(step.next)
  return step
}
const signIn = (username: string, password = testPassword) => callSignIn(pool, username, password)
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

test('a pending second step expires after three minutes', { tags: ['whole'] }, async () => {
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
  pool.pass(3 * minuteMs + 1000)
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
  const tab = openPoolTab(pool)
  await tab.resetPassword({ email, code, password: 'Another-Horse-8' })
  expect((await tab.signIn(email, 'Another-Horse-8')).next).toBe('code')
})

test('an authenticator that the user enrolled is required, and its codes work once', async () => {
  await pool.add('olga@example.test')
  const { AccessToken } = await tokensFor(pool, 'olga@example.test')
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  expect(SecretCode).toMatch(/^[A-Z2-7]{32}$/)
  const on = { AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } }
  expect((await pool.call('SetUserMFAPreference', on)).body.__type).toBe('InvalidParameterException')
  expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' })).body.__type).toBe(
    'EnableSoftwareTokenMFAException',
  )
  const used = codeOf(SecretCode)
  expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode: used })).body.Status).toBe(
    'SUCCESS',
  )
  expect((await signIn('olga@example.test')).body.AuthenticationResult).toBeDefined()
  expect(await mailsTo(pool.ctx, pool.tenantId, 'olga@example.test')).toEqual([])
  expect((await pool.call('SetUserMFAPreference', on)).status).toBe(200)
  expect((await pool.call('GetUser', { AccessToken })).body.PreferredMfaSetting).toBe('SOFTWARE_TOKEN_MFA')
  expect(await mailsTo(pool.ctx, pool.tenantId, 'olga@example.test')).toMatchObject([
    { kind: 'notice', subject: expect.stringContaining('An authenticator was added') },
  ])

  const step = (await signIn('olga@example.test')).body
  expect(step).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  const answer = (code: string, Session = step.Session) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { USERNAME: 'olga@example.test', SOFTWARE_TOKEN_MFA_CODE: code },
    })
  expect((await answer(used)).body.__type).toBe('CodeMismatchException')
  pool.pass(31_000)
  const code = codeOf(SecretCode)
  expect((await answer(code)).body.AuthenticationResult).toBeDefined()
  expect((await answer(code)).body.message).toBe('Invalid session for the user.')
  const next = (await signIn('olga@example.test')).body
  expect((await answer(code, next.Session)).body.__type).toBe('CodeMismatchException')
})

test('five wrong codes end the step, and count towards the lock', async () => {
  await pool.add('paul@example.test')
  const { AccessToken } = await tokensFor(pool, 'paul@example.test')
  const secret = await enrolAuthenticator(pool, AccessToken)
  const { Session } = (await signIn('paul@example.test')).body
  const answer = (code: string) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session,
      ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: code },
    })
  pool.pass(31_000)
  const right = codeOf(secret)
  const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0')
  for (let i = 0; i < 5; i++) expect((await answer(wrong)).body.__type).toBe('CodeMismatchException')
  pool.pass(2_000)
  expect((await answer(right)).body.message).toBe('Invalid session for the user.')
  await signIn('paul@example.test', 'Wr0ng-password')
  expect((await signIn('paul@example.test')).body.message).toBe('Password attempts exceeded')
})

test('a user who must have an authenticator enrols it at the first sign-in and keeps it', async () => {
  await pool.add('quinn@example.test', { mfaRequired: true })
  const setup = (await signIn('quinn@example.test')).body
  expect(setup).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA"]' },
  })
  const finish = (Session: string) =>
    pool.call('RespondToAuthChallenge', {
      ClientId: pool.clientId,
      ChallengeName: 'MFA_SETUP',
      Session,
      ChallengeResponses: { USERNAME: 'quinn@example.test' },
    })
  expect((await finish(setup.Session)).body.__type).toBe('SoftwareTokenMFANotFoundException')
  const associated = (await pool.call('AssociateSoftwareToken', { Session: setup.Session })).body
  expect((await finish(associated.Session)).body.__type).toBe('SoftwareTokenMFANotFoundException')
  const verify = (UserCode: string) =>
    pool.call('VerifySoftwareToken', { Session: associated.Session, UserCode })
  expect((await verify('123456')).body.__type).toBe('EnableSoftwareTokenMFAException')
  const verified = (await verify(codeOf(associated.SecretCode))).body
  const { AccessToken } = (await finish(verified.Session)).body.AuthenticationResult
  const off = { AccessToken, SoftwareTokenMfaSettings: { Enabled: false } }
  expect((await pool.call('SetUserMFAPreference', off)).body.message).toMatch(/must keep/)
  expect((await signIn('quinn@example.test')).body.ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
})
