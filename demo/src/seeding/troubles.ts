/** A year's failures at the endpoints, as data for capture health. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { createHash } from 'node:crypto'
import type { AccountId } from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { gatherRefusals, recordRefusals } from '@verbatim/server/domains/accounts/refusal-commands.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import { normalisedType } from '@verbatim/server/flows/capture/parse.ts'
import { seededRandom } from '#random.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { silentLog } from '@verbatim/server/platform/log.ts'
import { ingestUntil, findKept } from './deliveries.ts'
import type { Seeding } from './seeding.ts'

interface Unreadable {
  readonly accountKey: string
  readonly channel: Channel
  readonly hoursAgo: number
  readonly text: string
}

/** Deliveries that were cut off: after their attempts, the ingest itself quarantines them with their bytes. */
function unreadable({ demo }: Seeding): Unreadable[] {
  const cut: readonly (readonly [channel: Channel, hoursAgo: number])[] = [
    ['wecom', 31],
    ['wecom', 173],
    ['wecom', 174],
    ['telegram', 412],
    ['imessage', 655],
  ]
  return cut.flatMap(([channel, hoursAgo]) => {
    const account = demo.accounts.find((one) => one.channel === channel)
    const text = `[{"kind":"message","channel":"${channel}","messageKey":"cut off in the ex`
    return account ? [{ accountKey: account.key, channel, hoursAgo, text }] : []
  })
}

/** Stores unreadable records and lets the ingest try them until it quarantines them. */
export async function seedQuarantined(seeding: Seeding): Promise<void> {
  const { ctx, tenantId, beganAt, idOf } = seeding
  const quiet = { ...seeding, ctx: { ...ctx, log: silentLog } }
  const known = await findKept(seeding)
  for (const { accountKey, channel, hoursAgo, text } of unreadable(seeding)) {
    const sourceKey = `unread|${hoursAgo}`
    if (known.has(sourceKey)) continue
    const receivedAt = new Date(beganAt.getTime() - hoursAgo * hourMs)
    const arrival = {
      tenantId,
      accountId: idOf<AccountId>('account', accountKey),
      channel,
      transport: 'history' as const,
      sourceKey,
      contentType: normalisedType,
      headers: {},
      remote: undefined,
      bytes: Buffer.from(text),
      receivedAt,
    }
    await keepArrivals(ctx.db, tenantId, [arrival], receivedAt)
    // Each attempt waits twice as long as the previous one.
    for (const seconds of [1, 2, 4, 8, 16]) {
      await ingestUntil(quiet, new Date(receivedAt.getTime() + seconds * 1000))
    }
  }
}

/** Refused deliveries: from a stranger without the secret, and after a secret was changed first at the provider. */
export async function seedRefusals({ ctx, demo, tenantId, beganAt, idOf }: Seeding): Promise<void> {
  const random = seededRandom(`${demo.organization.tenant}/refusals`)
  const endpoints = demo.accounts.filter(({ channel }) => channel === 'sms' || channel === 'whatsapp')
  await inTenant(ctx.db, tenantId, async (tx) => {
    const known = await tx.selectFrom('refused_delivery').select('id').limit(1).execute()
    if (known.length > 0) return
    const rotated = random.pick(endpoints)
    const refused = Array.from({ length: 12 }, (_, count) => {
      const isProbe = count >= 7
      const account = isProbe ? random.pick(endpoints) : rotated
      const hoursAgo = isProbe ? random.between(10, 2_000) : 338 + count * 0.02
      const bytes = Buffer.from(random.hex(random.between(300, 900)))
      return {
        accountId: idOf<AccountId>('account', account.key),
        remote: isProbe ? `203.0.113.${random.between(2, 250)}` : '198.51.100.17',
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        reason: isProbe && random.chance(0.6) ? 'capture.no-signature' : 'capture.bad-signature',
        at: new Date(beganAt.getTime() - hoursAgo * hourMs),
      }
    })
    await recordRefusals(tx, gatherRefusals(refused))
  })
}
