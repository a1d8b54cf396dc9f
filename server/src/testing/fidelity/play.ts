import { createHash } from 'node:crypto'
import { AccountId, type RecordId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import type { ChannelCells, Given } from './cells.ts'

/** The account of an organization that receives the deliveries of a channel. */
export async function addFidelityAccount(
  { ctx }: World,
  tenant: WorldTenant,
  { channel, address, source }: ChannelCells,
): Promise<AccountId> {
  const own: Partial<Record<string, AccountId>> = {
    sms: tenant.accounts.sms,
    whatsapp: tenant.accounts.whatsapp,
  }
  if (own[channel]) return own[channel]
  const [sourceId, id] = [0, 1].map(() => AccountId.parse(newId(ctx.now()))) as [AccountId, AccountId]
  await inTenant(ctx.db, tenant.id, async (tx) => {
    if (source) await createAccounts(tx, [{ id: sourceId, channel, name: 'Source', address: source }])
    await createAccounts(tx, [{ id, channel, name: channel, address, ownerId: tenant.representative }])
    if (source)
      await tx.updateTable('channel_account').set({ source_id: sourceId }).where('id', '=', id).execute()
  })
  return id
}

interface Kept {
  readonly channel: ChannelCells['channel']
  readonly accountId: AccountId
  /** Of the keys, so that deliveries are kept once more and are read again. */
  readonly suffix?: string
}

/** Keeps deliveries as an endpoint does, each a little later than the one before. */
export async function keepDeliveries(
  world: World,
  tenant: WorldTenant,
  { channel, accountId, suffix = '' }: Kept,
  deliveries: readonly Given[],
): Promise<{ readonly recordId: RecordId; readonly duplicate: boolean }[]> {
  const connector = findConnector(channel)!
  const arrivals = deliveries.map(({ contentType, body, headers = {} }) => {
    world.pass(1)
    return {
      tenantId: tenant.id,
      accountId,
      channel,
      transport: 'webhook',
      sourceKey:
        connector.rawKey({ body, contentType, headers, sha256: createHash('sha256').update(body).digest() }) +
        suffix,
      contentType,
      headers,
      remote: undefined,
      bytes: body,
      receivedAt: world.ctx.now(),
    } as const
  })
  return arrivals.length === 0 ? [] : keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
}
