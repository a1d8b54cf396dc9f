/** Sign-ins that were begun before a credential changed. */
import { minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { authenticatorCode } from '#testing/authenticator.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { callSignIn } from '#testing/srp-calls.ts'
import { useTestPool } from '#testing/test-world.ts'
import { setPassword } from './commands.ts'
import { makeEmbeddedAdmin } from './embedded-admin.ts'
import { endSessions } from './endings.ts'
import { findUserById } from './users.ts'

let pool: TestPool
useTestPool((opened) => {
  pool = opened
})

const another = 'Another-passphrase-7'
const unknown = { __type: 'NotAuthorizedException' }

/** A sign-in that waits for an authenticator to be set up. */
async function setUp(email: string): Promise<string> {
  const { body } = await callSignIn(pool, email, testPassword)
  expect(body.ChallengeName).toBe('MFA_SETUP')
  return body.Session
}
const begin = async (Session: string) => (await pool.call('AssociateSoftwareToken', { Session })).body
const prove = async ({ Session, SecretCode }: { Session: string; SecretCode: string }) =>
  (
    await pool.call('VerifySoftwareToken', {
      Session,
      UserCode: authenticatorCode(SecretCode, pool.ctx.now()),
    })
  ).body

test('a sign-in does not replace an authenticator that was set up meanwhile', async () => {
  const email = 'first@example.test'
  await pool.add(email, { mfaRequired: true })
  const [own, other, third] = [await setUp(email), await setUp(email), await setUp(email)]
  const kept = await begin(other)
  expect(await prove(await begin(own))).toMatchObject({ Status: 'SUCCESS' })
  expect(await prove(kept)).toMatchObject(unknown)
  expect(await begin(third)).toMatchObject(unknown)
})

test('asking for another secret does not prolong a sign-in', async () => {
  const email = 'prolonged@example.test'
  await pool.add(email, { mfaRequired: true })
  const first = await begin(await setUp(email))
  pool.pass(2 * minuteMs)
  const second = await begin(first.Session)
  expect(second.SecretCode).toBeDefined()
  pool.pass(2 * minuteMs)
  expect(await begin(second.Session)).toMatchObject(unknown)
})

test('another password, and signing out everywhere, end what was begun before', async () => {
  const email = 'changed@example.test'
  const id = await pool.add(email, { mfaRequired: true })
  const before = await setUp(email)
  await inTenant(pool.ctx.db, pool.tenantId, (tx) => endSessions(tx, pool.ctx, { userId: id }))
  expect(await begin(before)).toMatchObject(unknown)

  const again = await begin(await setUp(email))
  await inTenant(pool.ctx.db, pool.tenantId, (tx) => setPassword(tx, pool.ctx, { id, password: another }))
  expect(await prove(again)).toMatchObject(unknown)
})

test('a sign-in that was begun in an organization goes on only while that is open', async () => {
  const email = 'closing@example.test'
  const id = await pool.add(email, { mfaRequired: true })
  const [waiting, begun] = [await setUp(email), await begin(await setUp(email))]
  const close = async (closed_at: Date | null) => {
    await inTenant(pool.ctx.db, pool.tenantId, (tx) =>
      tx.updateTable('organization').set({ closed_at }).execute(),
    )
    pool.pass(4_000)
  }
  await close(pool.ctx.now())
  const answers = [await begin(waiting), await prove(begun)]
  await close(null)
  expect(answers.map(({ message }) => message)).toEqual(Array(2).fill('This organization is closed.'))
  const user = await inTenant(pool.ctx.db, pool.tenantId, (tx) => findUserById(tx, id))
  expect(user?.totpEnabled).toBe(false)
  expect(await prove(begun)).toMatchObject({ Status: 'SUCCESS' })
})

test('the browsers of a removed user are known no more', async () => {
  const email = 'removed@example.test'
  const id = await pool.add(email)
  const countKnown = () =>
    inTenant(pool.ctx.db, pool.tenantId, async (tx) => {
      const known = await tx.selectFrom('identity_known_browser').select('username').execute()
      return known.length
    })
  const before = await countKnown()
  await callSignIn(pool.at('198.51.100.7', new Map()), email, testPassword)
  expect(await countKnown()).toBe(before + 1)
  await inTenant(pool.ctx.db, pool.tenantId, (tx) => makeEmbeddedAdmin(pool.ctx).remove(tx, id))
  expect(await countKnown()).toBe(before)
})

test('a code to reset a password is worth nothing once the password was changed', async () => {
  const email = 'glimpsed@example.test'
  const id = await pool.add(email)
  await pool.call('ForgotPassword', { ClientId: pool.clientId, Username: email })
  const countCodes = () =>
    inTenant(
      pool.ctx.db,
      pool.tenantId,
      async (tx) =>
        (
          await tx
            .selectFrom('identity_reset')
            .select('username')
            .where('code_hash', 'is not', null)
            .execute()
        ).length,
    )
  expect(await countCodes()).toBe(1)
  await inTenant(pool.ctx.db, pool.tenantId, (tx) => setPassword(tx, pool.ctx, { id, password: another }))
  expect(await countCodes()).toBe(0)
})
