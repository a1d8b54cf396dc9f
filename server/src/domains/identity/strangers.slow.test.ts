import { minuteMs } from '@verbatim/contract/durations.ts'
import { randomUUID } from 'node:crypto'
import { srpTimestamp } from '@verbatim/contract/identity.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { openTestPool, testPassword, type TestPool } from '#testing/identity-pool.ts'
import { callSignIn } from '#testing/srp-calls.ts'
import { codeMailedTo, longCodeMailedTo, mailsTo } from '#testing/waiting-mail.ts'
import { authenticatorCode } from '#testing/authenticator.ts'
import { isSpent, spend } from './allowances.ts'
import { findCandidate } from './users.ts'

let database: TestDatabase
let pool: TestPool
beforeAll(async () => {
  database = await openTestDatabase()
  pool = await openTestPool(database.db, { clock: 'still' })
})
afterAll(async () => {
  await pool?.close()
  await database?.close()
})

const wanted = 'Another-Horse-8'
const wrongPassword = 'Incorrect username or password.'
const locked = 'Password attempts exceeded'
const [office, elsewhere] = ['192.0.2.10', '198.51.100.20']

const outcome = async (at: TestPool, name: string, password = testPassword) => {
  const { body } = await callSignIn(at, name, password)
  return body.AuthenticationResult ? 'in' : (body.message as string)
}
/** A wrong password, without the client's computation: what matters is that the server checks it. */
const guess = async (at: TestPool, USERNAME: string) => {
  const ClientId = pool.clientId
  const AuthParameters = { USERNAME, SRP_A: 'abc123' }
  const begun = await at.call('InitiateAuth', { ClientId, AuthFlow: 'USER_SRP_AUTH', AuthParameters })
  const { body } = await at.call('RespondToAuthChallenge', {
    ClientId,
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeResponses: {
      USERNAME,
      PASSWORD_CLAIM_SECRET_BLOCK: begun.body.ChallengeParameters.SECRET_BLOCK,
      PASSWORD_CLAIM_SIGNATURE: 'd3Jvbmc=',
      TIMESTAMP: srpTimestamp(pool.ctx.now()),
    },
  })
  return body.message as string
}
const ask = (at: TestPool, Username: string) =>
  at.call('ForgotPassword', { ClientId: pool.clientId, Username })
const confirm = async (at: TestPool, Username: string, ConfirmationCode: string) => {
  const request = { ClientId: pool.clientId, Username, ConfirmationCode, Password: wanted }
  const { status, body } = await at.call('ConfirmForgotPassword', request)
  return status === 200 ? 'set' : (body.__type as string)
}
const codeOf = (email: string) => codeMailedTo(pool.ctx, pool.tenantId, email)
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')
/** Calls that take a fixed time each, so they wait for it together. */
const atOnce = <Answer>(times: number, call: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: times }, (_, at) => call(at)))

/** Strangers at many addresses guess until no further guess is checked. */
async function exhaust(name: string): Promise<number> {
  for (let judged = 0; judged < 300; judged += 1)
    if ((await guess(pool.at(`203.0.113.${judged % 250}`), name)) !== wrongPassword) return judged
  throw new Error('They guess for ever')
}

/** The state after that, written directly. */
async function useUp(email: string): Promise<void> {
  await inTenant(database.db, pool.tenantId, async (tx) => {
    const { username } = await findCandidate(tx, pool.ctx.secrets, email)
    for (let i = 0; i < 50; i++) await spend(tx, username, ['sign-ins of an hour'], pool.ctx.now())
  })
}

test('a stranger at another address cannot lock a user out by mail address or username', async () => {
  await pool.add('anna@example.test')
  const begun = await callSignIn(pool.at(elsewhere), 'anna@example.test', 'Wr0ng-guess')
  expect(begun.body.message).toBe(wrongPassword)
  for (let i = 0; i < 20; i++) await guess(pool.at(elsewhere), 'anna@example.test')
  expect(await outcome(pool.at(elsewhere), 'anna@example.test')).toBe(locked)
  expect(await outcome(pool.at(office), 'anna@example.test')).toBe('in')
})

test('an address that guesses all day locks out only itself', { tags: ['whole'] }, async () => {
  await pool.add('bert@example.test')
  let judged = 0
  for (let i = 0; i < 110; i++) {
    if ((await guess(pool.at(elsewhere), 'bert@example.test')) === wrongPassword) judged += 1
    pool.pass(13 * minuteMs)
  }
  expect(judged).toBeLessThan(130)
  expect(await outcome(pool.at(office), 'bert@example.test')).toBe('in')
})

test('strangers at many addresses get fifty guesses an hour; a known browser passes', async () => {
  await pool.add('cara@example.test')
  const known = pool.at(office, new Map())
  expect(await outcome(known, 'cara@example.test')).toBe('in')
  expect(await exhaust('cara@example.test')).toBe(50)
  expect(await outcome(pool.at('192.0.2.77'), 'cara@example.test')).toBe(locked)
  expect(await outcome(known, 'cara@example.test')).toBe('in')
  expect(await outcome(known, 'cara@example.test')).toBe('in')
  // A thief with the browser gets no more guesses than a stranger at one address.
  for (let i = 0; i < 5; i++)
    expect(await outcome(known, 'cara@example.test', 'Wr0ng-guess')).toBe(wrongPassword)
  expect(await outcome(known, 'cara@example.test')).toBe(locked)
})

test('strangers together get two hundred guesses a day, from any number of addresses', async () => {
  const username = randomUUID()
  const kinds = ['sign-ins of an hour', 'sign-ins of a day'] as const
  const judged = await inTenant(database.db, pool.tenantId, async (tx) => {
    let count = 0
    for (let passed = 0; passed < 24 * 60; passed += isWhole ? 2 : 6) {
      const now = new Date(pool.ctx.now().getTime() + passed * minuteMs)
      if (await isSpent(tx, username, kinds, now)) continue
      await spend(tx, username, kinds, now)
      count += 1
    }
    return count
  })
  expect(judged).toBe(200)
})

test('a browser is known only for the people who signed in with it, and only by its cookie', async () => {
  await pool.add('dora@example.test')
  await pool.add('emil@example.test')
  const known = pool.at(office, new Map())
  expect(await outcome(known, 'dora@example.test')).toBe('in')
  for (const name of ['dora@example.test', 'emil@example.test']) await useUp(name)
  expect(await outcome(known, 'dora@example.test')).toBe('in')
  expect(await outcome(known, 'emil@example.test')).toBe(locked)
  expect(await outcome(pool.at(office), 'dora@example.test')).toBe(locked)
})

test('a wrong password gives no browser a cookie; the right one gives it one that scripts cannot read', async () => {
  await pool.add('finn@example.test')
  const refused = await callSignIn(pool.at(office), 'finn@example.test', 'Wr0ng-guess')
  expect(refused.headers.get('set-cookie')).toBeNull()
  const { headers } = await callSignIn(pool.at(office), 'finn@example.test', testPassword)
  expect(headers.get('set-cookie')).toMatch(
    /^verbatim-known=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=/,
  )
})

test('a stranger who requests and tries codes ends no code of another address', async () => {
  const email = 'gina@example.test'
  await pool.add(email)
  const [person, stranger] = [pool.at(office), pool.at(elsewhere)]
  expect((await ask(person, email)).status).toBe(200)
  const code = await codeOf(email)
  const asked = await atOnce(5, () => ask(stranger, email))
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
  expect((await ask(stranger, email)).body.__type).toBe('LimitExceededException')
  await atOnce(7, () => confirm(stranger, email, wrong(code)))
  expect(await confirm(stranger, email, code)).toBe('LimitExceededException')
  expect((await ask(person, email)).status).toBe(200)
  expect(await confirm(person, email, await codeOf(email))).toBe('set')
  expect(await outcome(person, email, wanted)).toBe('in')
})

test('a browser whose address changes meanwhile uses its code', async () => {
  const email = 'hugo@example.test'
  await pool.add(email)
  const cookies = new Map<string, string>()
  await ask(pool.at(office, cookies), email)
  const code = await codeOf(email)
  expect(await confirm(pool.at(elsewhere), email, code)).toBe('ExpiredCodeException')
  expect(await confirm(pool.at(elsewhere, cookies), email, code)).toBe('set')
})

test('a mailed code works despite strangers, who have ten mails and twenty attempts an hour', async () => {
  const email = 'ines@example.test'
  await pool.add(email)
  const asked = await atOnce(15, (i) => ask(pool.at(`203.0.113.${i}`), email))
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 200))
  expect(await mailsTo(pool.ctx, pool.tenantId, email)).toHaveLength(10)
  const tries: string[] = []
  for (let j = 0; j < 4; j++)
    tries.push(...(await atOnce(10, (i) => confirm(pool.at(`203.0.113.${i}`), email, 'zzzzzz'))))
  expect(tries.filter((name) => name === 'CodeMismatchException')).toHaveLength(20)

  const person = pool.at(office, new Map())
  expect((await ask(person, email)).status).toBe(200)
  expect(await confirm(person, email, await codeOf(email))).toBe('LimitExceededException')
  const long = await longCodeMailedTo(pool.ctx, pool.tenantId, email)
  expect(await confirm(person, email, `${long.slice(0, -1)}l`)).not.toBe('set') // l is in no code
  await useUp(email)
  expect(await confirm(person, email, ` ${long.toUpperCase()} `)).toBe('set')
  expect(await outcome(person, email, wanted)).toBe('in') // the owner of the mailbox
  expect(await confirm(person, email, long)).toBe('ExpiredCodeException')
})

test('guessing a second step locks it from every place, and does not lock the password', async () => {
  const email = 'jana@example.test'
  await pool.add(email)
  const { AccessToken } = (await callSignIn(pool, email, testPassword)).body.AuthenticationResult
  const { SecretCode } = (await pool.call('AssociateSoftwareToken', { AccessToken })).body
  const right = () => authenticatorCode(SecretCode, pool.ctx.now())
  await pool.call('VerifySoftwareToken', { AccessToken, UserCode: right() })
  await pool.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } })
  pool.pass(minuteMs)
  const answer = async (address: string, code: string) => {
    const { Session, ChallengeName } = (await callSignIn(pool.at(address), email, testPassword)).body
    expect(ChallengeName).toBe('SOFTWARE_TOKEN_MFA')
    const ChallengeResponses = { SOFTWARE_TOKEN_MFA_CODE: code }
    const { body } = await pool
      .at(address)
      .call('RespondToAuthChallenge', { ClientId: pool.clientId, ChallengeName, Session, ChallengeResponses })
    return body.AuthenticationResult ? 'in' : (body.__type as string)
  }
  for (let i = 0; i < 5; i++)
    expect(await answer(`203.0.113.${i}`, wrong(right()))).toBe('CodeMismatchException')
  expect(await answer(office, right())).toBe('NotAuthorizedException')
  pool.pass(minuteMs)
  expect(await answer(office, right())).toBe('in')
})
