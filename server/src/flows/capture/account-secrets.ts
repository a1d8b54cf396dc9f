import { z } from 'zod'
import type { Account } from '#domains/accounts/queries.ts'
import type { Secrets } from '#platform/crypto.ts'

/** The provider's credentials for an account. Its connector knows the shape. */
const AccountSecrets = z.record(z.string(), z.unknown())
export type AccountSecrets = Readonly<z.infer<typeof AccountSecrets>>

/** The unsealed secrets of an account. */
export function openSecretsOf(account: Account, secrets: Secrets): AccountSecrets {
  if (!account.sealedSecrets) return {}
  const plain = secrets.unseal(account.sealedSecrets, secretsPlace(account))
  return AccountSecrets.parse(JSON.parse(plain.toString('utf8')))
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
