/** The demo's retention periods, which give a forecast. */
import type { UserId } from '@verbatim/contract/ids.ts'
import type { RetentionRule } from '@verbatim/contract/retention.ts'
import { findRetention, requireProfile } from '@verbatim/server/domains/organizations/profile-queries.ts'
import { updateProfile } from '@verbatim/server/domains/organizations/profile-commands.ts'
import { findActor } from '@verbatim/server/domains/permissions/actors.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import type { Seeding } from './seeding.ts'

/** Mail for seven years, as is usual in this business; chat is kept for less, and escalated messages for ten years. */
const dataRetention: RetentionRule[] = [
  { channel: 'proofpoint', retentionPeriod: 'P7Y', retentionContext: 'all' },
  { channel: 'signal', retentionPeriod: 'P90D', retentionContext: 'no_event' },
  { channel: 'signal', retentionPeriod: 'P10Y', retentionContext: 'event_escalated' },
  { channel: 'sms', retentionPeriod: 'P18M', retentionContext: 'all' },
  { channel: 'telegram', retentionPeriod: 'P6M', retentionContext: 'no_event' },
  { channel: 'telegram', retentionPeriod: 'P1Y', retentionContext: 'event_dismissed' },
  { channel: 'whatsapp', retentionPeriod: 'P7Y', retentionContext: 'all' },
  { channel: 'whatsapp', retentionPeriod: 'P10Y', retentionContext: 'event_escalated' },
]

/** Creates the periods, unless there are some. */
export async function seedRetention({ ctx, tenantId, beganAt, idOf }: Seeding): Promise<void> {
  await inTenant(ctx.db, tenantId, async (tx) => {
    if ((await findRetention(tx)).length > 0) return
    const author = await findActor(tx, idOf<UserId>('user', 'admin'))
    if (!author) throw new Error('The administrator of the demo is not there')
    const { version: expectedVersion } = await requireProfile(tx)
    const change = { expectedVersion, dataRetention }
    await updateProfile(tx, author, change, { secrets: ctx.secrets, now: beganAt })
  })
}
