import { createHash } from 'node:crypto'
import { AccountId, type UserId } from '@verbatim/contract/ids.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { storedEvent } from './whatsapp-native.ts'
import type { World, WorldTenant } from './world.ts'

/** An account of native WhatsApp, without its device. */
export interface LinkedAccount {
  readonly tenant: WorldTenant
  readonly id: AccountId
}

/** In a new organization. */
export async function linkAccount(
  world: World,
  label: string,
  ownerOf: (tenant: WorldTenant) => UserId | undefined = () => undefined,
): Promise<LinkedAccount> {
  const tenant = await world.makeTenant(label)
  return linkAccountOf(world, tenant, ownerOf(tenant))
}

export async function linkAccountOf(
  world: World,
  tenant: WorldTenant,
  ownerId?: UserId,
  address = '+15550001111',
): Promise<LinkedAccount> {
  const id = AccountId.parse(newId(world.ctx.now()))
  const account = {
    id,
    channel: 'whatsappnative',
    name: 'A phone',
    address,
    ...(ownerId && { ownerId }),
  } as const
  await inTenant(world.ctx.db, tenant.id, (tx) => createAccounts(tx, [account]))
  return { tenant, id }
}

/** An event of the device, and what was known of people and groups then. */
export type DeviceEvent = readonly [event: string, data: unknown, context?: object]

/** Keeps each, and reads it before the next. */
export async function tellAccount(
  world: World,
  { tenant, id }: LinkedAccount,
  events: readonly DeviceEvent[],
): Promise<void> {
  for (const [event, data, context] of events) {
    const { body } = storedEvent(event, data, context)
    const arrival = {
      tenantId: tenant.id,
      accountId: id,
      channel: 'whatsappnative',
      transport: 'socket',
      sourceKey: `sha256:${createHash('sha256').update(body).digest('hex')}`,
      contentType: 'application/json',
      headers: {},
      remote: undefined,
      bytes: body,
      receivedAt: world.ctx.now(),
    } as const
    await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
    await world.settle()
  }
}
