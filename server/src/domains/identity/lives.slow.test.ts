import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import type { Actor } from '#kernel/actor.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { openPoolTab } from '#testing/sign-in.ts'
import { beginSignIn, callSignIn, makeProof, tokensFor } from '#testing/srp-calls.ts'
import { codeMailedTo, passwordMailedTo } from '#testing/waiting-mail.ts'
import { useTestPool } from '#testing/test-world.ts'
import { authenticatorCode, enrolAuthenticator } from '#testing/authenticator.ts'
import { findDevices } from './devices.ts'
import { makeEmbeddedAdmin } from './embedded-admin.ts'
import { verifyAccessToken } from './sessions.ts'

/**
 * How long each code, step, session and token of the embedded service is valid, on a moved clock. Those of the hosted pages
 * and of a provider are in hosted/ and federation/, the set-up link in flows/found-organization/, locks and limits in their own tests.
 */
let database: TestDatabase
let pool: TestPool
let email: string
let id: UserId
let count = 0
useTestPool((opened, own) => {
  pool = opened
  database = own
})
beforeEach(async () => {
  email = `life${(count += 1)}@example.test`
})

const second = 1_000

/** Whether the token or code is still valid. */
type StillGood = () => Promise<boolean>

interface Life {
  readonly what: string
  readonly lives: number
  /** The most that a later reading of the clock can add. */
  readonly leeway?: number
  readonly make: () => Promise<StillGood>
}

const add = async (person: Parameters<TestPool['add']>[1] = {}) => (id = await pool.add(email, person))
const codeOf = (secret: string) => authenticatorCode(secret, pool.ctx.now())
const stepOf = async (password = testPassword) => (await callSignIn(pool, email, password)).body
const succeeds = (asked: Promise<unknown>) =>
  asked.then(
    () => true,
    () => false,
  )
const isIn = (answer: { body: { AuthenticationResult?: unknown } }) =>
  answer.body.AuthenticationResult !== undefined
const answer = (ChallengeName: string, Session: string, ChallengeResponses: Record<string, string>) =>
  pool.call('RespondToAuthChallenge', { ClientId: pool.clientId, ChallengeName, Session, ChallengeResponses })
const tokens = async () => {
  await add()
  return tokensFor(pool, email)
}
const refresh = (RefreshToken: string) =>
  pool.call('GetTokensFromRefreshToken', { ClientId: pool.clientId, RefreshToken })

/** A user who must enter a code at each sign-in. */
async function withAuthenticator(): Promise<string> {
  const secret = await enrolAuthenticator(pool, (await tokens()).AccessToken)
  pool.pass(minuteMs)
  return secret
}

const lives: readonly Life[] = [
  {
    what: 'the question of a sign-in',
    lives: 3 * minuteMs,
    make: async () => {
      await add()
      const begun = await beginSignIn(pool, email)
      return async () =>
        isIn(await pool.call('RespondToAuthChallenge', await makeProof(pool, begun, testPassword)))
    },
  },
  {
    what: 'the step that asks for a code',
    lives: 3 * minuteMs,
    make: async () => {
      const secret = await withAuthenticator()
      const { Session } = await stepOf()
      return async () =>
        isIn(await answer('SOFTWARE_TOKEN_MFA', Session, { SOFTWARE_TOKEN_MFA_CODE: codeOf(secret) }))
    },
  },
  {
    what: 'the step that asks for a new password',
    lives: 3 * minuteMs,
    make: async () => {
      await add({ temporary: true })
      const { Session } = await stepOf()
      return async () => isIn(await answer('NEW_PASSWORD_REQUIRED', Session, { NEW_PASSWORD: 'Own-Horse-8' }))
    },
  },
  {
    what: 'the step that asks for an authenticator',
    lives: 3 * minuteMs,
    make: async () => {
      await add({ mfaRequired: true })
      const { Session } = await stepOf()
      return async () => (await pool.call('AssociateSoftwareToken', { Session })).status === 200
    },
  },
  {
    what: 'the key of an authenticator that is being set up',
    lives: 3 * minuteMs,
    make: async () => {
      await add({ mfaRequired: true })
      const { Session } = (await pool.call('AssociateSoftwareToken', { Session: (await stepOf()).Session }))
        .body
      return async () =>
        (await pool.call('VerifySoftwareToken', { Session, UserCode: '000000' })).body.__type !==
        'NotAuthorizedException'
    },
  },
  {
    what: 'the proof of an authenticator',
    lives: 3 * minuteMs,
    make: async () => {
      await add({ mfaRequired: true })
      const begun = (await pool.call('AssociateSoftwareToken', { Session: (await stepOf()).Session })).body
      const UserCode = codeOf(begun.SecretCode)
      const { Session } = (await pool.call('VerifySoftwareToken', { Session: begun.Session, UserCode })).body
      return async () => isIn(await answer('MFA_SETUP', Session, { USERNAME: email }))
    },
  },
  {
    what: 'an authenticator’s code',
    lives: 30 * second,
    leeway: 31 * second,
    make: async () => {
      const secret = await withAuthenticator()
      const code = codeOf(secret)
      return async () =>
        isIn(await answer('SOFTWARE_TOKEN_MFA', (await stepOf()).Session, { SOFTWARE_TOKEN_MFA_CODE: code }))
    },
  },
  {
    what: 'the password of an invitation',
    lives: 7 * dayMs,
    make: async () => {
      id = newId<UserId>(pool.ctx.now())
      const user = { id, email, firstName: 'Nina' }
      await inTenant(database.db, pool.tenantId, async (tx) => {
        await tx
          .insertInto('tenant_user')
          .values({ id, email, email_key: email, phone_number: null })
          .execute()
        await makeEmbeddedAdmin(pool.ctx).invite(tx, [user])
      })
      const password = await passwordMailedTo(pool.ctx, pool.tenantId, email)
      return async () => (await stepOf(password)).ChallengeName === 'NEW_PASSWORD_REQUIRED'
    },
  },
  {
    what: 'the code that resets a password',
    lives: hourMs,
    make: async () => {
      await add()
      const named = { ClientId: pool.clientId, Username: email }
      await pool.call('ForgotPassword', named)
      const ConfirmationCode = await codeMailedTo(pool.ctx, pool.tenantId, email)
      return async () => {
        const asked = { ...named, ConfirmationCode, Password: 'Own-Horse-8' }
        return (await pool.call('ConfirmForgotPassword', asked)).status === 200
      }
    },
  },
  {
    what: 'an access token, for the API',
    lives: 30 * minuteMs,
    leeway: 5 * second,
    make: async () => {
      const { AccessToken } = await tokens()
      return () => succeeds(verifyAccessToken(pool.ctx, AccessToken))
    },
  },
  {
    what: 'an access token, for the service itself',
    lives: 30 * minuteMs,
    leeway: 5 * second,
    make: async () => {
      const { AccessToken } = await tokens()
      return async () => (await pool.call('GetUser', { AccessToken })).status === 200
    },
  },
  {
    what: 'an ID token, for a strict reader',
    lives: 30 * minuteMs,
    make: async () => {
      const { IdToken } = await tokens()
      const keys = createRemoteJWKSet(new URL(`${pool.endpoint}${pool.userPoolId}/.well-known/jwks.json`))
      return () => succeeds(jwtVerify(IdToken, keys, { currentDate: pool.ctx.now() }))
    },
  },
  {
    what: 'a refresh token that was exchanged',
    lives: 10 * second,
    make: async () => {
      const { RefreshToken } = await tokens()
      await refresh(RefreshToken)
      return async () => isIn(await refresh(RefreshToken))
    },
  },
  {
    what: 'a session, by its refresh token',
    lives: 12 * hourMs,
    make: async () => {
      const { RefreshToken } = await tokens()
      return async () => isIn(await refresh(RefreshToken))
    },
  },
  {
    what: 'a session, by the older call',
    lives: 12 * hourMs,
    make: async () => {
      const { RefreshToken: REFRESH_TOKEN } = await tokens()
      const asked = {
        ClientId: pool.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN },
      }
      return async () => isIn(await pool.call('InitiateAuth', asked))
    },
  },
  {
    what: 'a session, in the list of devices',
    lives: 12 * hourMs,
    make: async () => {
      await tokens()
      const actor = { userId: id } as Actor
      return async () =>
        (
          await inTenant(database.db, pool.tenantId, (tx) =>
            findDevices(tx, actor, undefined, pool.ctx.now()),
          )
        ).length === 1
    },
  },
  {
    what: 'a session, in the client of a page',
    lives: 12 * hourMs,
    make: async () => {
      await add()
      const tab = openPoolTab(pool)
      await tab.signIn(email, testPassword)
      return () => succeeds(tab.accessToken())
    },
  },
]

describe.each(lives)('$what', ({ lives: life, leeway = 0, make }) => {
  test('is valid until its end', async () => {
    const isGood = await make()
    pool.pass(life - 5 * second)
    expect(await isGood()).toBe(true)
  })

  test('is not valid after it', async () => {
    const isGood = await make()
    pool.pass(life + leeway + second)
    expect(await isGood()).toBe(false)
  })
})

test('codes and wrong attempts count for an hour', { tags: ['whole'] }, async () => {
  await add()
  const named = { ClientId: pool.clientId, Username: email }
  const ask = async () => (await pool.call('ForgotPassword', named)).body.__type
  for (let i = 0; i < 5; i++) expect(await ask()).toBeUndefined()
  expect(await ask()).toBe('LimitExceededException')
  pool.pass(hourMs - 5 * second)
  expect(await ask()).toBe('LimitExceededException')
  pool.pass(6 * second)
  expect(await ask()).toBeUndefined()

  const guess = async () => {
    const wrong = (await codeMailedTo(pool.ctx, pool.tenantId, email)) === '000000' ? '111111' : '000000'
    const body = { ...named, ConfirmationCode: wrong, Password: 'Own-Horse-8' }
    return (await pool.call('ConfirmForgotPassword', body)).body.__type
  }
  for (let i = 0; i < 5; i++) expect(await guess()).toBe('CodeMismatchException')
  expect(await guess()).toBe('LimitExceededException')
  pool.pass(hourMs + second)
  expect(await ask()).toBeUndefined()
  expect(await guess()).toBe('CodeMismatchException')
})
