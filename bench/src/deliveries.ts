/** Deliveries as the endpoints store them, without the endpoints. */
import { setTimeout as pause } from 'node:timers/promises'
import { twilioSignature } from '@verbatim/server/channels/twilio/signature.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { type Arrival, keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { backlog } from '@verbatim/server/flows/capture/backlog.ts'
import { wake } from '@verbatim/server/platform/work/wake.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Product } from './product.ts'
import { makeMessages, seeded } from './texts.ts'

/** In one transaction, as the endpoints do when they are busy. */
export const batchRows = 500

/** How often a batch is kept: each is one transaction, which costs little compared with the measured work. */
const everyMs = 250

/**
 * Stores this many deliveries a second, in bulk and without the endpoints, so that the worker examines as much as when the
 * endpoints store them.
 * @returns The function that ends it and returns their number.
 */
export function keepPaced(
  { world }: Product,
  tenant: WorldTenant,
  { perSecond, from }: { readonly perSecond: number; readonly from: number },
): () => Promise<number> {
  const texts = makeMessages(seeded(from + 1), 20_000)
  const began = performance.now()
  let kept = 0
  let isOver = false
  const keeping = (async () => {
    while (!isOver) {
      await pause(everyMs)
      const due = Math.floor(((performance.now() - began) / 1000) * perSecond) - kept
      const some = Array.from({ length: due }, (_, i) =>
        toArrival(tenant, texts[(kept + i) % texts.length] ?? '', from + kept + i),
      )
      for (let first = 0; first < some.length; first += batchRows)
        await keepArrivals(world.ctx.db, tenant.id, some.slice(first, first + batchRows), new Date())
      await wake(world.ctx.db, backlog)
      kept += due
    }
    return kept
  })()
  return () => {
    isOver = true
    return keeping
  }
}

/** @param i Makes it another delivery of this tenant. */
export function toArrival({ id, accounts }: WorldTenant, text: string, i: number): Arrival {
  const sid = `SM${i.toString(16).padStart(32, '0')}`
  const form = new URLSearchParams({
    MessageSid: sid,
    AccountSid: `AC${'0'.repeat(32)}`,
    From: `+1555${String(i % 2_000).padStart(7, '0')}`,
    To: '+15550100001',
    Body: text,
    NumMedia: '0',
  })
  return {
    tenantId: id,
    accountId: accounts.sms,
    channel: 'sms',
    transport: 'history',
    sourceKey: sid,
    contentType: 'application/x-www-form-urlencoded',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remote: undefined,
    bytes: Buffer.from(form.toString()),
    receivedAt: new Date(),
  }
}

/** Posts a message as its provider does, and returns when it is acknowledged. */
export async function postMessage(
  { origin }: Product,
  { accounts, authToken }: WorldTenant,
  text: string,
): Promise<void> {
  const url = `${origin}/hooks/sms/${accounts.sms}`
  const body = new URLSearchParams({
    MessageSid: `SM${newId(new Date()).replaceAll('-', '')}`,
    From: '+15550142042',
    To: '+15550100001',
    Body: text,
  })
  const headers = { 'x-twilio-signature': twilioSignature(authToken, url, body) }
  const { status } = await fetch(url, { method: 'POST', body, headers })
  if (status !== 200) throw new Error(`A signed webhook was answered with ${status}`)
}
