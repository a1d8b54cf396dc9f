import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { Account } from '#domains/accounts/queries.ts'
import type { Secrets } from '#platform/crypto.ts'
import { openSecretsOf } from './account-secrets.ts'

/** The account for its connector. Its secrets are opened only if `secrets` is given; parsing needs none. */
export function toChannelAccount(
  account: Account,
  { identityOf }: Pick<ChannelConnector, 'identityOf'>,
  secrets?: Secrets,
): ChannelAccount {
  return {
    id: account.id,
    tenantId: account.tenantId,
    channel: account.channel,
    address: identityOf(account.address),
    ourDomains: account.mailDomains,
    settings: account.settings,
    secrets: secrets ? openSecretsOf(account, secrets) : {},
  }
}
