/** The independent clients of the protocol, pointed at a test pool. */
import {
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js'
import { Amplify } from 'aws-amplify'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger } from 'aws-amplify/utils'
import { createSrpSession, signSrpSession, wrapAuthChallenge, wrapInitiateAuth } from 'cognito-srp-helper'
import { testPassword, type TestPool } from './identity-pool.ts'

/** Storage that ends with a test. */
function memoryStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}

/** A user of amazon-cognito-identity-js. */
export function openCognitoUser(pool: TestPool, email: string): CognitoUser {
  const Pool = new CognitoUserPool({
    UserPoolId: pool.userPoolId,
    ClientId: pool.clientId,
    endpoint: pool.endpoint,
    Storage: memoryStorage(),
  })
  return new CognitoUser({ Username: email, Pool, Storage: memoryStorage() })
}

/** The result of the sign-in: a session, a step, or an error's name. */
export function authenticate(user: CognitoUser, email: string, password = testPassword) {
  const details = new AuthenticationDetails({ Username: email, Password: password })
  return new Promise<{ session?: CognitoUserSession; step?: string; error?: string }>((resolve) =>
    user.authenticateUser(details, {
      onSuccess: (session) => resolve({ session }),
      onFailure: (error) => resolve({ error: error.code ?? error.name }),
      newPasswordRequired: () => resolve({ step: 'new-password' }),
      totpRequired: () => resolve({ step: 'totp' }),
      mfaSetup: () => resolve({ step: 'mfa-setup' }),
    }),
  )
}

/** Lets Amplify use the pool, with storage of its own. */
export function configureAmplify(pool: TestPool): void {
  ConsoleLogger.LOG_LEVEL = 'NONE' // it warns of every custom endpoint
  const { userPoolId, clientId: userPoolClientId, endpoint: userPoolEndpoint } = pool
  Amplify.configure({ Auth: { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint } } })
  const storage = memoryStorage()
  cognitoUserPoolsTokenProvider.setKeyValueStorage({
    getItem: async (name) => storage.getItem(name),
    setItem: async (name, value) => storage.setItem(name, value),
    removeItem: async (name) => storage.removeItem(name),
    clear: async () => storage.clear(),
  })
}

/** The client of the AWS SDK. */
export const openSdk = (pool: TestPool): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({
    region: 'local',
    endpoint: pool.endpoint,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  })

/** Signs in by the AWS SDK, with the proof of cognito-srp-helper. */
export async function signInBySdk(pool: TestPool, email: string, password = testPassword) {
  const sdk = openSdk(pool)
  const session = createSrpSession(email, password, pool.userPoolId, false)
  const asked = {
    ClientId: pool.clientId,
    AuthFlow: 'USER_SRP_AUTH' as const,
    AuthParameters: { USERNAME: email },
  }
  const begun = await sdk.send(new InitiateAuthCommand(wrapInitiateAuth(session, asked)))
  const signed = signSrpSession(session, begun as Parameters<typeof signSrpSession>[1])
  const USERNAME = begun.ChallengeParameters?.['USER_ID_FOR_SRP'] ?? ''
  const proof = wrapAuthChallenge(signed, {
    ClientId: pool.clientId,
    ChallengeName: 'PASSWORD_VERIFIER' as const,
    ChallengeResponses: { USERNAME },
  })
  const { AuthenticationResult } = await sdk.send(new RespondToAuthChallengeCommand(proof))
  return {
    AccessToken: AuthenticationResult?.AccessToken,
    RefreshToken: AuthenticationResult?.RefreshToken,
  }
}
