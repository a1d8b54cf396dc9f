/** A message of a list as what arrived, to be kept like a delivery. */
import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage } from '#channels/provider-calls.ts'

interface Kept {
  readonly id: AccountId
  readonly tenantId: TenantId
  readonly channel: ChannelAccount['channel']
  readonly transport: 'poll' | 'list'
}

export const arrivalOf = (
  { id: accountId, ...kept }: Kept,
  { contentType, body, headers = {} }: ListedMessage,
  sourceKey: string,
  receivedAt: Date,
) => ({
  ...kept,
  accountId,
  sourceKey,
  contentType,
  headers,
  remote: undefined,
  bytes: body,
  receivedAt,
})
