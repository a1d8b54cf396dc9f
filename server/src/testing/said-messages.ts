import { categories, urgencies } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { directions } from '@verbatim/contract/messages.ts'
import fc from 'fast-check'

/** Generated messages by what divides figures, over ten days in which Berlin's clocks go back. */
export const saidFields = (channels: readonly Channel[], groups: readonly GroupId[]) => ({
  posted_at: fc
    .integer({ min: Date.parse('2026-10-18T00:00:00Z'), max: Date.parse('2026-10-27T23:59:59Z') })
    .map((at) => new Date(at)),
  channel: fc.constantFrom(...channels),
  direction: fc.constantFrom(...directions),
  category: fc.constantFrom(...categories),
  urgency: fc.constantFrom(...urgencies),
  group_ids: fc.subarray([...groups]),
})
