/**
 * What providers list, compared with what is stored: every message of the archive by its key, in pages as a list has them, each
 * page with a look at the keys of its deliveries; beside the same keys read by one statement.
 */
import { resolve } from 'node:path'
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { findKnown } from '@verbatim/server/domains/accounts/known-messages.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { openArchive } from './archive.ts'
import type { Claim, Row } from './figures.ts'
import { openProduct } from './product.ts'

/** As `reconcile` asks for them. */
const page = 200
const compared = 1_000_000
const mostMs = 60_000

export const comparing: Claim = {
  name: 'comparing',
  async measure(options): Promise<Row[]> {
    await using product = await openProduct({
      works: false,
      ...(options.archive && { home: resolve(options.archive) }),
    })
    const { tenant } = await openArchive(product, options)
    const { admin, world } = product
    const began = performance.now()
    const { rows } = await admin.query<{ channel: Channel; message_key: string }>(
      `select channel, message_key from message where tenant_id = '${tenant.id}'`,
    )
    const floor = performance.now() - began
    const id = AccountId.parse(newId(new Date()))
    const since = performance.now()
    let found = 0
    for (const [channel, ofChannel] of Map.groupBy(rows, (row) => row.channel))
      for (let first = 0; first < ofChannel.length; first += page) {
        const listed = ofChannel.slice(first, first + page).map(({ message_key: messageKey }) => ({
          messageKey,
          sourceKey: `${messageKey}:listed`,
          deliveredAs: { key: messageKey },
          isFollowed: true as const,
        }))
        const asked = { id, channel, transport: 'poll', listed }
        const known = await inTenant(world.ctx.db, tenant.id, (tx) => findKnown(tx, asked))
        found += known.messages.size
      }
    if (found !== rows.length) throw new Error(`${found} of ${rows.length} messages were found`)
    // A smaller archive says what the million would take.
    const scale = compared / rows.length
    return [
      {
        what: 'A list of 1,000,000 messages compared with what is stored',
        ours: (performance.now() - since) * scale,
        floor: floor * scale,
        against: 'their keys read by one statement',
        unit: 'ms',
        marks: { atMost: mostMs },
      },
    ]
  },
}
