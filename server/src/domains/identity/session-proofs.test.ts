/** Passwords and codes that are asked for within a session: wrong ones count, and are in the trail. */
import type { UserId } from '@verbatim/contract/ids.ts'
import { afterAll, expect, test } from 'vitest'
import { findActor } from '#domains/permissions/actors.ts'
import { Failure } from '#kernel/failure.ts'
import { inTenant } from '#platform/db.ts'
import { authenticatorCode, enrolAuthenticator } from '#testing/authenticator.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openTestPool, testPassword, type TestPool } from '#testing/identity-pool.ts'
import { callSignIn, tokensFor } from '#testing/srp-calls.ts'
import { useTestDatabase } from '#testing/test-world.ts'
import { proveSecondStep } from './authenticator.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { findUserById } from './users.ts'

let database: TestDatabase
let pool: TestPool
useTestDatabase(async (opened) => {
  database = opened
  // A lock of a second ends only when a test says so.
  pool = await openTestPool(database.db, { clock: 'still' })
})
afterAll(() => pool?.close())

const inPool = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(database.db, pool.tenantId, work)

/** What the trail says of a person's failed proofs, oldest first. */
const trailOf = (id: UserId) =>
  inPool((tx) =>
    tx
      .selectFrom('audit_event')
      .select(['type', 'actor_id', 'actor_name', 'target_kind', 'target_name'])
      .where('target_id', '=', id)
      .where('type', 'in', ['sign_in_failed', 'sign_in_locked', 'recovery_code_used', 'sign_out'])
      .orderBy('id')
      .execute(),
  )
const typesOf = async (id: UserId) => (await trailOf(id)).map(({ type }) => type)
const fourAndALock = [...Array.from({ length: 4 }, () => 'sign_in_failed'), 'sign_in_locked']

async function prove(id: UserId, code: string): Promise<string> {
  const actor = await inPool((tx) => findActor(tx, id))
  if (!actor) throw new Error('There is no such user')
  return proveSecondStep(pool.ctx, actor, code).then(
    () => 'proven',
    (error: unknown) => {
      if (error instanceof Failure) return error.code
      throw error
    },
  )
}

/** A user with an authenticator. @returns a right code and a wrong one */
async function enrolled(email: string) {
  const id = await pool.add(email)
  const { AccessToken } = await tokensFor(pool, email)
  const secret = await enrolAuthenticator(pool, AccessToken)
  pool.pass(31_000)
  const right = () => authenticatorCode(secret, pool.ctx.now())
  const wrong = () => String((Number(right()) + 500_000) % 1_000_000).padStart(6, '0')
  return { id, right, wrong }
}

async function answerCode(email: string, code: string) {
  const { Session } = (await callSignIn(pool, email, testPassword)).body
  const ChallengeResponses = { SOFTWARE_TOKEN_MFA_CODE: code }
  const step = { ClientId: pool.clientId, ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses }
  return (await pool.call('RespondToAuthChallenge', step)).body
}

test('a wrong old password is in the trail, and the fifth locks further attempts', async () => {
  const id = await pool.add('change@example.test')
  const { AccessToken } = await tokensFor(pool, 'change@example.test')
  const change = async (PreviousPassword: string) => {
    const asked = { AccessToken, PreviousPassword, ProposedPassword: 'Another-Horse-8' }
    return (await pool.call('ChangePassword', asked)).body.message
  }
  for (let i = 0; i < 5; i++) expect(await change('Wr0ng-password')).toBe('Incorrect username or password.')
  expect(await change(testPassword)).toBe('Password attempts exceeded')
  expect(await typesOf(id)).toEqual(fourAndALock)
  expect(await trailOf(id)).toContainEqual({
    type: 'sign_in_locked',
    actor_id: id,
    actor_name: 'Anna Adler',
    target_kind: 'sign-in',
    target_name: 'Anna Adler',
  })
  pool.pass(2_000)
  expect(await change(testPassword)).toBeUndefined()
  expect(await typesOf(id)).toEqual(fourAndALock)
})

test('wrong codes of a session are in the trail, and count towards the lock of the sign-in’s second step', async () => {
  const email = 'guess@example.test'
  const { id, right, wrong } = await enrolled(email)
  for (let i = 0; i < 5; i++) expect(await prove(id, wrong())).toBe('account.wrong-code')
  expect(await prove(id, right())).toBe('identity.too-many-attempts')
  expect((await answerCode(email, right())).message).toBe('Password attempts exceeded')
  expect(await typesOf(id)).toEqual(fourAndALock)
})

test('wrong codes of a sign-in count within a session, too', async () => {
  const email = 'both-ways@example.test'
  const { id, right, wrong } = await enrolled(email)
  for (let i = 0; i < 3; i++) expect((await answerCode(email, wrong())).__type).toBe('CodeMismatchException')
  for (let i = 0; i < 2; i++) expect(await prove(id, wrong())).toBe('account.wrong-code')
  expect(await prove(id, right())).toBe('identity.too-many-attempts')
  expect(await typesOf(id)).toEqual(fourAndALock)
})

test('a recovery code that is used within a session is in the trail, once', async () => {
  const { id } = await enrolled('recovered@example.test')
  const codes = await inPool(async (tx) => {
    const user = await findUserById(tx, id)
    return user ? makeRecoveryCodes(tx, pool.ctx, user) : []
  })
  expect(await prove(id, codes[0] ?? '')).toBe('proven')
  expect(await trailOf(id)).toMatchObject([{ type: 'recovery_code_used', actor_id: id, target_kind: 'user' }])
  expect(await prove(id, codes[0] ?? '')).toBe('account.wrong-code')
  expect(await typesOf(id)).toEqual(['recovery_code_used', 'sign_in_failed'])
})

test('a wrong first code of a new authenticator is in the trail', async () => {
  const id = await pool.add('first@example.test')
  const { AccessToken } = await tokensFor(pool, 'first@example.test')
  await pool.call('AssociateSoftwareToken', { AccessToken })
  const verify = () => pool.call('VerifySoftwareToken', { AccessToken, UserCode: '000000' })
  for (let i = 0; i < 5; i++) await verify()
  expect((await verify()).body.message).toBe('Password attempts exceeded')
  expect(await typesOf(id)).toEqual(fourAndALock)
})

test('proving a new authenticator does not forget wrong passwords', async () => {
  const email = 'reset-count@example.test'
  await pool.add(email)
  const { AccessToken } = await tokensFor(pool, email)
  const guess = async () => {
    const asked = { AccessToken, PreviousPassword: 'Wr0ng-password', ProposedPassword: 'Another-Horse-8' }
    return (await pool.call('ChangePassword', asked)).body.message
  }
  for (let i = 0; i < 4; i++) await guess()
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  const UserCode = authenticatorCode(SecretCode, pool.ctx.now())
  expect((await pool.call('VerifySoftwareToken', { AccessToken, UserCode })).body.Status).toBe('SUCCESS')
  expect(await guess()).toBe('Incorrect username or password.')
  expect(await guess()).toBe('Password attempts exceeded')
})
