/** The owner of a person's account claims it at its source, with a token that works once. */
import { randomBytes } from 'node:crypto'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { setClaim } from '#domains/accounts/claims.ts'
import type { TenantTx } from '#platform/db.ts'

interface PersonsAccount {
  readonly id: AccountId
  readonly channel: ConnectableChannel
  readonly source: { readonly id: AccountId; readonly address: string }
}

/** Gives the owner a new token for the source. @returns Whether the channel has such a step. */
export async function offerClaim(tx: TenantTx, { id, channel, source }: PersonsAccount): Promise<boolean> {
  const connector = findConnector(channel)
  if (!connector?.claim) return false
  const token = randomBytes(24).toString('base64url')
  const step = connector.claim.stepOf({ address: connector.identityOf(source.address) }, token)
  await setClaim(tx, { id, sourceId: source.id }, { token, step })
  return true
}
