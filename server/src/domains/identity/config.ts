import type { CognitoConfig } from '@verbatim/contract/config.ts'
import { userPoolClientIdOf, userPoolIdOf } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'

/** Where and as which client an organization's people sign in: its pool at the embedded service, under this origin. */
export function cognitoConfig(tenantId: TenantId, origin: string): CognitoConfig {
  return {
    userPoolId: userPoolIdOf(tenantId),
    userPoolClientId: userPoolClientIdOf(tenantId),
    identityCognitoDomain: '', // single sign-on is not there yet
    tenantId,
    identityEndpoint: `${origin}/identity/`,
  }
}
