/** The floor of collecting: the same deliveries, taken before, read and kept in batches by one process for an account of their own. */
import { AccountId } from '@verbatim/contract/ids.ts'
import type { CollectedDelivery } from '@verbatim/server/channels/collection.ts'
import type { ChannelAccount, ChannelConnector } from '@verbatim/server/channels/connector.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { batchRows } from './deliveries.ts'
import type { Product } from './product.ts'

type Reader = Pick<ChannelConnector, 'channel' | 'identityOf' | 'rawKey' | 'parse'>

/** What people enter for it. */
export interface Alone {
  readonly address: string
  readonly settings?: ChannelAccount['settings']
  readonly secrets?: ChannelAccount['secrets']
}

/** An account that nothing is connected to. */
export async function openAlone(
  { world }: Product,
  { id: tenantId }: WorldTenant,
  { channel, identityOf }: Reader,
  { address, settings = {}, secrets = {} }: Alone,
): Promise<ChannelAccount> {
  const id = AccountId.parse(newId(new Date()))
  await inTenant(world.ctx.db, tenantId, (tx) =>
    createAccounts(tx, [{ id, channel, name: 'Alone', address }]),
  )
  return { id, tenantId, channel, address: identityOf(address), ourDomains: [], settings, secrets }
}

/** @returns how many a second */
export async function keepAlone(
  { world }: Product,
  account: ChannelAccount,
  reader: Reader,
  deliveries: readonly CollectedDelivery[],
): Promise<number> {
  const { id: accountId, tenantId, channel } = account
  const began = performance.now()
  for (let first = 0; first < deliveries.length; first += batchRows) {
    const arrivals = deliveries.slice(first, first + batchRows).map(({ body, contentType, headers = {} }) => {
      const receivedAt = new Date()
      void reader.parse({ body, contentType, headers, receivedAt }, account)
      return {
        tenantId,
        accountId,
        channel,
        transport: 'socket',
        sourceKey: reader.rawKey({ body, contentType, headers }),
        contentType,
        headers,
        remote: undefined,
        bytes: Buffer.from(body),
        receivedAt,
      } as const
    })
    await keepArrivals(world.ctx.db, tenantId, arrivals, new Date())
  }
  return (1_000 * deliveries.length) / (performance.now() - began)
}
