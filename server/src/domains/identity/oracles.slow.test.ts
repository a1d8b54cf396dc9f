/**
 * Independent clients sign in to our service over HTTP: if our protocol were different, they would fail.
 */
import {
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  NotAuthorizedException,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { CognitoRefreshToken, type CognitoUserSession } from 'amazon-cognito-identity-js'
import {
  confirmSignIn,
  fetchAuthSession,
  fetchUserAttributes,
  setUpTOTP,
  signIn,
  signOut,
  updateMFAPreference,
  updatePassword,
  verifyTOTPSetup,
} from 'aws-amplify/auth'
import { createSrpSession, signSrpSession, wrapAuthChallenge, wrapInitiateAuth } from 'cognito-srp-helper'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { beforeEach, describe, expect, test } from 'vitest'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { tokensFor } from '#testing/srp-calls.ts'
import { useTestPool } from '#testing/test-world.ts'
import { authenticatorCode } from '#testing/authenticator.ts'
import {
  authenticate,
  configureAmplify,
  openCognitoUser,
  openSdk,
  signInBySdk,
} from '#testing/cognito-clients.ts'

let pool: TestPool
useTestPool((opened) => {
  pool = opened
})

/** An unused code: that of the step after the last one. */
let stepsAhead = 0
beforeEach(() => void (stepsAhead = 0))
const freshCode = (secret: string) => authenticatorCode(secret, Date.now() + 30_000 * stepsAhead++)

describe('amazon-cognito-identity-js', { tags: ['whole'] }, () => {
  test('signs in, refreshes and signs out everywhere', async () => {
    await pool.add('acij@example.test')
    const user = openCognitoUser(pool, 'acij@example.test')
    const { session } = await authenticate(user, 'acij@example.test')
    expect(session?.getIdToken().payload['email']).toBe('acij@example.test')
    const token = new CognitoRefreshToken({ RefreshToken: session!.getRefreshToken().getToken() })
    const refreshed = await new Promise<CognitoUserSession>((resolve, reject) =>
      user.refreshSession(token, (error, renewed) => (error ? reject(error as Error) : resolve(renewed))),
    )
    expect(refreshed.getAccessToken().getJwtToken()).not.toBe(session?.getAccessToken().getJwtToken())
    expect(refreshed.getRefreshToken().getToken()).not.toBe(token.getToken())
    await new Promise<void>((resolve, reject) =>
      user.globalSignOut({ onSuccess: () => resolve(), onFailure: reject }),
    )
    const ended = await pool.call('GetTokensFromRefreshToken', {
      ClientId: pool.clientId,
      RefreshToken: token.getToken(),
    })
    expect(ended.body.message).toBe('Refresh Token has been revoked')
  })

  test('changes the password, and signs out on this device alone', async () => {
    await pool.add('acij5@example.test')
    const user = openCognitoUser(pool, 'acij5@example.test')
    const { session } = await authenticate(user, 'acij5@example.test')
    const change = (from: string, to: string) =>
      new Promise<string>((resolve) =>
        user.changePassword(from, to, (error, done) =>
          resolve(error ? ((error as { code?: string }).code ?? error.name) : (done ?? '')),
        ),
      )
    expect(await change('Wr0ng-one!', 'An0ther-one!')).toBe('NotAuthorizedException')
    expect(await change(testPassword, 'weak')).toBe('InvalidPasswordException')
    expect(await change(testPassword, 'An0ther-one!')).toBe('SUCCESS')
    const there = await tokensFor(pool, 'acij5@example.test', 'An0ther-one!')
    await new Promise<void>((resolve) => user.signOut(resolve))
    const get = (AccessToken?: string) => pool.call('GetUser', { AccessToken })
    const here = session?.getAccessToken().getJwtToken()
    expect((await get(here)).body.message).toBe('Access Token has been revoked')
    expect((await get(there.AccessToken)).status).toBe(200)
  })

  test('is refused with a wrong password and an unknown name alike', async () => {
    await pool.add('acij2@example.test')
    for (const email of ['acij2@example.test', 'acij-unknown@example.test']) {
      expect(await authenticate(openCognitoUser(pool, email), email, 'Wr0ng-one')).toEqual({
        error: 'NotAuthorizedException',
      })
    }
  })

  test('replaces a temporary password', async () => {
    await pool.add('acij3@example.test', { temporary: true })
    const user = openCognitoUser(pool, 'acij3@example.test')
    expect(await authenticate(user, 'acij3@example.test')).toEqual({ step: 'new-password' })
    const session = await new Promise<CognitoUserSession>((resolve, reject) =>
      user.completeNewPasswordChallenge('An0ther-one!', {}, { onSuccess: resolve, onFailure: reject }),
    )
    expect(session.isValid()).toBe(true)
  })

  test('enrols an authenticator and answers its challenge, after a wrong code too', async () => {
    await pool.add('acij4@example.test')
    const user = openCognitoUser(pool, 'acij4@example.test')
    await authenticate(user, 'acij4@example.test')
    const secret = await new Promise<string>((resolve, reject) =>
      user.associateSoftwareToken({ associateSecretCode: resolve, onFailure: reject }),
    )
    await new Promise((resolve, reject) =>
      user.verifySoftwareToken(freshCode(secret), 'phone', { onSuccess: resolve, onFailure: reject }),
    )
    await new Promise((resolve, reject) =>
      user.setUserMfaPreference(null, { Enabled: true, PreferredMfa: true }, (error, done) =>
        error ? reject(error) : resolve(done),
      ),
    )
    const again = openCognitoUser(pool, 'acij4@example.test')
    expect(await authenticate(again, 'acij4@example.test')).toEqual({ step: 'totp' })
    const answer = (code: string) =>
      new Promise<string>((resolve) =>
        again.sendMFACode(
          code,
          { onSuccess: () => resolve('in'), onFailure: (error) => resolve(error.code ?? error.name) },
          'SOFTWARE_TOKEN_MFA',
        ),
      )
    const right = freshCode(secret)
    expect(await answer(right === '123456' ? '654321' : '123456')).toBe('CodeMismatchException')
    expect(await answer(right)).toBe('in')
  })
})

describe('aws-amplify', () => {
  beforeEach(() => configureAmplify(pool))

  test('signs in, reads attributes, refreshes with rotation, changes the password and signs out', async () => {
    const id = await pool.add('amplify@example.test')
    expect(await signIn({ username: 'amplify@example.test', password: testPassword })).toMatchObject({
      isSignedIn: true,
      nextStep: { signInStep: 'DONE' },
    })
    expect(await fetchUserAttributes()).toMatchObject({ sub: id, email: 'amplify@example.test' })
    const before = (await fetchAuthSession()).tokens
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens
    expect(after?.accessToken.payload['origin_jti']).toBe(before?.accessToken.payload['origin_jti'])
    expect(after?.accessToken.toString()).not.toBe(before?.accessToken.toString())
    await updatePassword({ oldPassword: testPassword, newPassword: 'An0ther-one!' })
    await signOut({ global: false })
    expect((await fetchAuthSession()).tokens).toBeUndefined()
    expect((await pool.call('GetUser', { AccessToken: after?.accessToken.toString() })).body.message).toBe(
      'Access Token has been revoked',
    )
  })

  test('is refused with a wrong password and an unknown name alike', { tags: ['whole'] }, async () => {
    await pool.add('amplify2@example.test')
    for (const username of ['amplify2@example.test', 'amplify-unknown@example.test']) {
      await expect(signIn({ username, password: 'Wr0ng-one' })).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      })
    }
  })

  test('enrols an authenticator by choice and answers its challenge', async () => {
    await pool.add('amplify3@example.test')
    await signIn({ username: 'amplify3@example.test', password: testPassword })
    const { sharedSecret } = await setUpTOTP()
    await verifyTOTPSetup({ code: freshCode(sharedSecret) })
    await updateMFAPreference({ totp: 'PREFERRED' })
    await signOut()
    const { nextStep } = await signIn({ username: 'amplify3@example.test', password: testPassword })
    expect(nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE')
    const right = freshCode(sharedSecret)
    await expect(
      confirmSignIn({ challengeResponse: right === '123456' ? '654321' : '123456' }),
    ).rejects.toMatchObject({ name: 'CodeMismatchException' })
    expect(await confirmSignIn({ challengeResponse: right })).toMatchObject({ isSignedIn: true })
    await signOut({ global: true })
  })

  test('replaces a temporary password, then enrols the required authenticator', async () => {
    await pool.add('amplify4@example.test', { temporary: true, mfaRequired: true })
    const first = await signIn({ username: 'amplify4@example.test', password: testPassword })
    expect(first.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED')
    const { nextStep } = await confirmSignIn({ challengeResponse: 'An0ther-one!' })
    if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP') throw new Error(nextStep.signInStep)
    const code = freshCode(nextStep.totpSetupDetails.sharedSecret)
    expect(await confirmSignIn({ challengeResponse: code })).toMatchObject({ isSignedIn: true })
    await signOut()
  })
})

describe('@aws-sdk/client-cognito-identity-provider', () => {
  test('signs in, refreshes by either call, and signs out here and everywhere', async () => {
    const id = await pool.add('sdk@example.test')
    const sdk = openSdk(pool)
    const first = await signInBySdk(pool, 'sdk@example.test')
    const self = await sdk.send(new GetUserCommand({ AccessToken: first.AccessToken }))
    expect(self.UserAttributes).toContainEqual({ Name: 'sub', Value: id })
    const rotated = await sdk.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: pool.clientId, RefreshToken: first.RefreshToken }),
    )
    const successor = rotated.AuthenticationResult?.RefreshToken
    expect(successor).not.toBe(first.RefreshToken)
    const older = await sdk.send(
      new InitiateAuthCommand({
        ClientId: pool.clientId,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: successor ?? '' },
      }),
    )
    const AccessToken = older.AuthenticationResult?.AccessToken
    await sdk.send(new RevokeTokenCommand({ ClientId: pool.clientId, Token: successor }))
    await expect(sdk.send(new GetUserCommand({ AccessToken }))).rejects.toBeInstanceOf(NotAuthorizedException)

    const [here, there] = [
      await signInBySdk(pool, 'sdk@example.test'),
      await tokensFor(pool, 'sdk@example.test'),
    ]
    await sdk.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken }))
    for (const tokens of [here, there])
      await expect(
        sdk.send(
          new GetTokensFromRefreshTokenCommand({
            ClientId: pool.clientId,
            RefreshToken: tokens.RefreshToken,
          }),
        ),
      ).rejects.toBeInstanceOf(NotAuthorizedException)
  })

  test('is refused with a wrong password and an unknown name alike', async () => {
    await pool.add('sdk2@example.test')
    for (const email of ['sdk2@example.test', 'sdk-unknown@example.test'])
      await expect(signInBySdk(pool, email, 'Wr0ng-one')).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Incorrect username or password.',
      })
  })
})

test('cognito-srp-helper’s numbers and jose’s key set match ours on the wire', async () => {
  await pool.add('helper@example.test')
  const session = createSrpSession('helper@example.test', testPassword, pool.userPoolId, false)
  const begun = await pool.call(
    'InitiateAuth',
    wrapInitiateAuth(session, {
      ClientId: pool.clientId,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'helper@example.test' },
    }),
  )
  const signed = signSrpSession(session, begun.body)
  const { body } = await pool.call(
    'RespondToAuthChallenge',
    wrapAuthChallenge(signed, {
      ClientId: pool.clientId,
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeResponses: { USERNAME: begun.body.ChallengeParameters.USER_ID_FOR_SRP },
    }),
  )
  const keys = createRemoteJWKSet(new URL(`${pool.endpoint}${pool.userPoolId}/.well-known/jwks.json`))
  for (const token of [body.AuthenticationResult.AccessToken, body.AuthenticationResult.IdToken]) {
    const { payload } = await jwtVerify(token, keys, { algorithms: ['RS256'] })
    expect(payload.iss).toBe(`http://identity.test/${pool.userPoolId}`)
  }
})
