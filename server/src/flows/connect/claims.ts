/** The owner of a person's account claims it at its source, with a token that works once. */
import { randomBytes } from 'node:crypto'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { setClaims } from '#domains/accounts/claims.ts'
import type { TenantTx } from '#platform/db.ts'

interface PersonsAccount {
  readonly id: AccountId
  readonly channel: ConnectableChannel
  readonly source: { readonly id: AccountId; readonly address: string }
}

/** Gives the owners new tokens for the sources. @returns Whether any of the channels has such a step. */
export async function offerClaims(tx: TenantTx, accounts: readonly PersonsAccount[]): Promise<boolean> {
  const claims = accounts.flatMap(({ id, channel, source }) => {
    const connector = findConnector(channel)
    if (!connector?.claim) return []
    const token = randomBytes(24).toString('base64url')
    const step = connector.claim.stepOf({ address: connector.identityOf(source.address) }, token)
    return [{ accountId: id, sourceId: source.id, token, step }]
  })
  await setClaims(tx, claims)
  return claims.length > 0
}
