import { categories, urgencies } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { directions } from '@verbatim/contract/messages.ts'
import fc from 'fast-check'

/** The clocks of Berlin go back a little later. */
const usualTurn = new Date('2026-10-25T00:00:00Z')

/** Generated messages by what divides figures, over the seven days before clocks are turned, and the three after that. */
export const saidFields = (
  channels: readonly Channel[],
  groups: readonly GroupId[],
  turnedAt = usualTurn,
) => ({
  posted_at: fc
    .integer({ min: -7 * dayMs, max: 3 * dayMs - 1 })
    .map((ms) => new Date(turnedAt.getTime() + ms)),
  channel: fc.constantFrom(...channels),
  direction: fc.constantFrom(...directions),
  category: fc.constantFrom(...categories),
  urgency: fc.constantFrom(...urgencies),
  group_ids: fc.subarray([...groups]),
})
