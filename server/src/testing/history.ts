import type { AccountId, TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { type Arrival, keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import type { World, WorldTenant } from './world.ts'

let count = 0

/** Whatever has a clock. */
interface Timed {
  readonly ctx: { now(): Date }
}

/** A record of these events, at the endpoint of the tenant's WhatsApp account, which has no owner. */
export function arrivalOf(
  world: Timed,
  tenant: { readonly id: TenantId; readonly accounts: { readonly whatsapp: AccountId } },
  events: readonly CapturedEvent[],
  over: Partial<Arrival> = {},
): Arrival {
  return {
    tenantId: tenant.id,
    accountId: tenant.accounts.whatsapp,
    channel: 'whatsapp',
    transport: 'history',
    sourceKey: `k${(count += 1)}`,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised(events),
    receivedAt: world.ctx.now(),
    ...over,
  }
}

/** Captures events unchanged: each list becomes a record, and all records are one batch. */
export async function captureHistory(
  world: World,
  tenant: WorldTenant,
  ...records: readonly (readonly CapturedEvent[])[]
): Promise<void> {
  const arrivals = records.map((events) => arrivalOf(world, tenant, events))
  await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
  await ingest({ ...world.ctx, readers: { find: findConnector } }, tenant.id)
}

/** An ordinary message of the conversation `c1`, from an unknown person. */
export function messageOf(world: Timed, over: Partial<CapturedMessage> = {}): CapturedMessage {
  return {
    kind: 'message',
    channel: 'whatsapp',
    messageKey: `m${(count += 1)}`,
    conversationKey: 'c1',
    conversationType: 'direct',
    direction: 'inbound',
    author: { kind: 'phone', value: '+15550177001' },
    participants: [],
    sentAt: new Date(world.ctx.now().getTime() - 60_000),
    body: 'Good morning',
    format: 'plain',
    contentType: 'text',
    attachments: [],
    ...over,
  }
}

/** What one phone says to another. */
export function saidByPhone(
  world: Timed,
  {
    by,
    to,
    ...rest
  }: { readonly by: string; readonly to: string } & Pick<CapturedMessage, 'direction' | 'sentAt' | 'body'>,
): CapturedMessage {
  const people = [by, to]
  return messageOf(world, {
    conversationKey: people.toSorted().join(),
    author: { kind: 'phone', value: by },
    participants: people.map((value) => ({
      identity: { kind: 'phone' as const, value },
      role: 'member' as const,
    })),
    ...rest,
  })
}
