import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { TenantId, UserId } from '@verbatim/contract/ids.ts'
import type { Config } from '#platform/config.ts'

/** A user pool at AWS, and the credentials for administering its people. */
export interface AwsPool {
  readonly userPoolId: string
  readonly clientId: string
  /** The domain of its own sign-in pages; empty if there are none. */
  readonly domain: string
  /** A private endpoint; undefined for AWS itself. */
  readonly endpoint: string | undefined
  readonly region: string
  /** The issuer in its tokens. */
  readonly issuer: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

type PoolConfig = Pick<
  Config,
  | 'IDENTITY_USER_POOL_ID'
  | 'IDENTITY_CLIENT_ID'
  | 'IDENTITY_DOMAIN'
  | 'IDENTITY_ENDPOINT'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
>

/** The configured pool; undefined if people sign in at the embedded service. */
export function awsPoolOf(config: PoolConfig): AwsPool | undefined {
  const { IDENTITY_USER_POOL_ID: userPoolId, IDENTITY_CLIENT_ID: clientId } = config
  if (!userPoolId || !clientId) return undefined
  const region = userPoolId.slice(0, userPoolId.indexOf('_'))
  const { IDENTITY_ENDPOINT: endpoint, AWS_ACCESS_KEY_ID: accessKeyId } = config
  const { AWS_SECRET_ACCESS_KEY: secretAccessKey } = config
  return {
    userPoolId,
    clientId,
    domain: config.IDENTITY_DOMAIN ?? '',
    endpoint,
    region,
    issuer: `${endpoint ?? `https://cognito-idp.${region}.amazonaws.com`}/${userPoolId}`,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
  }
}

/** The hosts to which pages that sign in there connect. */
export function originsOf({ issuer, domain }: AwsPool): string[] {
  return [new URL(issuer).origin, ...(domain ? [`https://${domain}`] : [])]
}

/**
 * The official client, which signs each call and retries a busy service. Loaded only if a pool is configured: it takes
 * memory.
 */
export async function openAwsClient(pool: AwsPool): Promise<CognitoIdentityProviderClient> {
  const { CognitoIdentityProviderClient } = await import('@aws-sdk/client-cognito-identity-provider')
  return new CognitoIdentityProviderClient({
    region: pool.region,
    maxAttempts: 4,
    ...(pool.endpoint ? { endpoint: pool.endpoint } : {}),
    ...(pool.credentials ? { credentials: pool.credentials } : {}),
  })
}

/**
 * A user's name in the pool. It cannot change, and every access token contains it, so a token shows which organization it
 * belongs to. Who has it is another question (`people.ts`).
 */
export const poolUsername = (tenantId: TenantId, userId: UserId) => `${tenantId}.${userId}`

/** The user whom a name means; undefined for a name of another form. */
export function readPoolUsername(name: unknown): { tenantId: TenantId; userId: UserId } | undefined {
  const [tenant, user, ...rest] = typeof name === 'string' ? name.split('.') : []
  const [tenantId, userId] = [TenantId.safeParse(tenant), UserId.safeParse(user)]
  if (!tenantId.success || !userId.success || rest.length > 0) return undefined
  return { tenantId: tenantId.data, userId: userId.data }
}
