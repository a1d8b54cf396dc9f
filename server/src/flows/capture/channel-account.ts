import type { ChannelAccount, ChannelConnector } from '#channels/connector.ts'
import type { Account } from '#domains/accounts/queries.ts'
import type { Secrets } from '#platform/crypto.ts'
import { openProviderSecretsOf, openSecretsOf } from './account-secrets.ts'

/** The account for its connector. Its secrets are opened only if `secrets` is given; parsing needs none. */
export function toChannelAccount(
  account: Account,
  { identityOf, usesMessagingProvider }: Pick<ChannelConnector, 'identityOf' | 'usesMessagingProvider'>,
  secrets?: Secrets,
): ChannelAccount {
  const { source } = account
  return {
    id: account.id,
    tenantId: account.tenantId,
    channel: account.channel,
    address: identityOf(account.address),
    ourDomains: account.mailDomains,
    settings: account.settings,
    secrets: secrets
      ? {
          ...(usesMessagingProvider && openProviderSecretsOf(account, secrets)),
          ...openSecretsOf(account, secrets),
        }
      : {},
    ...(account.people.length > 0 && { people: account.people }),
    ...(source && {
      source: {
        id: source.id,
        address: identityOf(source.address),
        settings: source.settings,
        secrets: secrets ? openSecretsOf({ ...source, tenantId: account.tenantId }, secrets) : {},
      },
    }),
  }
}
