import type { CognitoConfig } from '@verbatim/contract/config.ts'
import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { AwsPool } from './aws/pool.ts'

/** The start and return addresses for single sign-on. */
interface SingleSignOnAddresses {
  readonly domain: string
  readonly redirectUri: string
}

/** The pool and client for an organization's users: at the embedded service, under this origin. */
export function cognitoConfig(
  tenantId: TenantId,
  origin: string,
  singleSignOn?: SingleSignOnAddresses,
): CognitoConfig {
  return {
    userPoolId: userPoolIdOf(tenantId),
    userPoolClientId: userPoolClientIdOf(tenantId),
    identityCognitoDomain: singleSignOn?.domain ?? '',
    tenantId,
    identityEndpoint: `${origin}/identity/`,
    ...(singleSignOn ? { identityRedirectUri: singleSignOn.redirectUri } : {}),
  }
}

/** The same for a pool at AWS; the client reaches it by its ID. */
export function awsConfig(
  { userPoolId, clientId, domain, endpoint }: AwsPool,
  tenantId: TenantId,
  redirectUri: string,
): CognitoConfig {
  return {
    userPoolId,
    userPoolClientId: clientId,
    identityCognitoDomain: domain,
    tenantId,
    ...(endpoint ? { identityEndpoint: `${endpoint}/` } : {}),
    ...(domain ? { identityRedirectUri: redirectUri } : {}),
  }
}
