import { z } from 'zod'
import type { OrganizationSecret } from '@verbatim/contract/organizations.ts'
import type { Account } from '#domains/accounts/queries.ts'
import { organizationSecretPlace } from '#domains/organizations/profile-commands.ts'
import { secretColumns } from '#domains/organizations/profile-queries.ts'
import type { Secrets } from '#platform/crypto.ts'

/** The provider's credentials for an account. Its connector knows the shape. */
const AccountSecrets = z.record(z.string(), z.unknown())
type AccountSecrets = Readonly<z.infer<typeof AccountSecrets>>

/** The unsealed secrets of an account. */
export function openSecretsOf(
  account: Pick<Account, 'tenantId' | 'id' | 'sealedSecrets'>,
  secrets: Secrets,
): AccountSecrets {
  if (!account.sealedSecrets) return {}
  const plain = secrets.unseal(account.sealedSecrets, secretsPlace(account))
  return AccountSecrets.parse(JSON.parse(plain.toString('utf8')))
}

const tokens = ['authToken', 'authTokenSecondary'] as const

/** The tokens that the organization has, in the order of `authTokens` among its credentials. */
export const storedTokensOf = ({ sealed }: Account['provider']) =>
  tokens.filter((token) => sealed[secretColumns[token]])

/**
 * The organization's credentials at its messaging provider, under the names of an account's own. The second token is accepted
 * while the first is being changed.
 */
export function openProviderSecretsOf(
  { tenantId, provider }: Pick<Account, 'tenantId' | 'provider'>,
  secrets: Secrets,
): AccountSecrets {
  const { accountSid, conversationServiceSid, sealed } = provider
  const open = (secret: OrganizationSecret) => {
    const name = secretColumns[secret]
    const found = sealed[name]
    return found && secrets.unseal(found, organizationSecretPlace(tenantId, name)).toString('utf8')
  }
  const [apiKey, apiSecret] = [open('apiKey'), open('apiSecret')]
  const authTokens = storedTokensOf(provider).map(open)
  return {
    ...(accountSid && { accountSid }),
    ...(conversationServiceSid && { conversationServiceSid }),
    ...(authTokens.length > 0 && { authTokens }),
    ...(apiKey && apiSecret && { apiKey, apiSecret }),
  }
}

/** Seals the secrets of an account for its row. */
export function sealSecretsOf(
  account: Pick<Account, 'tenantId' | 'id'>,
  plain: AccountSecrets,
  secrets: Secrets,
): Buffer {
  return secrets.seal(Buffer.from(JSON.stringify(plain)), secretsPlace(account))
}

export const secretsPlace = ({ tenantId, id }: Pick<Account, 'tenantId' | 'id'>) => ({
  tenantId,
  table: 'channel_account',
  id,
})
