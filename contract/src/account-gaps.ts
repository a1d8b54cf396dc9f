/** From when to when an account may have missed messages. Source: docs/rules/channels.md. */
import { z } from 'zod'
import { connectionProblems } from './connection-problems.ts'
import { type GapKind, gapKinds } from './gap-kinds.ts'
import { AccountGapId } from './ids.ts'

/** What a gap is called. */
export const gapNames: Record<GapKind, string> = {
  disconnected: 'not connected',
  behind: 'behind',
  silent: 'silent',
  canary: 'test message missing',
  unstored: 'messages not stored',
  missing: 'messages missing',
  undelivered: 'messages not delivered',
  undecrypted: 'messages not decrypted',
}

/** What is said of an account while a gap lasts, after its name. */
export const gapLastsTexts: Record<GapKind, string> = {
  disconnected: 'is not connected',
  behind: 'is behind',
  silent: 'is silent',
  canary: 'did not receive a test message',
  unstored: 'loses messages',
  missing: 'does not capture messages',
  undelivered: 'misses deliveries',
  undecrypted: 'has messages that could not be decrypted',
}

/** And once it is over. */
export const gapOverTexts: Record<GapKind, string> = {
  disconnected: 'is connected again',
  behind: 'has caught up',
  silent: 'receives messages again',
  canary: 'receives test messages again',
  unstored: 'lost messages',
  missing: 'did not capture messages',
  undelivered: 'missed deliveries',
  undecrypted: 'has messages that could not be decrypted',
}

/** The outcome for the messages of a gap that is over. */
const gapOutcomes = [
  /** The provider's list was compared, and what was missing was fetched. */
  'compared',
  /** The provider keeps messages for longer than that, and hands them over. */
  'kept',
  'lost',
  /** The provider has no list to compare with. */
  'unknown',
  /** The account was removed. */
  'removed',
  /** What was missing has come. */
  'arrived',
  /** They are kept as they came, and can't be read yet. */
  'unread',
] as const
export type GapOutcome = (typeof gapOutcomes)[number]

/** How many gaps of an account are shown, the newest. */
export const shownGaps = 50

export const AccountGap = z.object({
  id: AccountGapId,
  kind: z.enum(gapKinds),
  /** Why nothing could arrive; absent if Verbatim was not running. */
  problem: z.enum(connectionProblems).optional(),
  beganAt: z.iso.datetime(),
  /** Absent while it lasts. */
  endedAt: z.iso.datetime().optional(),
  /** When its owner and the administrators were notified. */
  notifiedAt: z.iso.datetime().optional(),
  /** Absent while it lasts, and until it is known. */
  outcome: z.enum(gapOutcomes).optional(),
  /** What was sent before is lost, and the provider kept the rest; absent if all of it has the outcome. */
  lostBefore: z.iso.datetime().optional(),
  /** How much that could not be stored is still in a file of the server: it is read again by later releases. */
  heldBytes: z.number().optional(),
})
export type AccountGap = z.infer<typeof AccountGap>
