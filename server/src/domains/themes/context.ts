/** Which message a short one follows. Pure. Source: docs/decisions/0119-themes-of-short-messages.md. */
import { hourMs } from '@verbatim/contract/durations.ts'
import type { ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'

import type { Place } from './placing-commands.ts'

/** So long after it, a short text still answers the message before. */
export const pauseMs = hourMs

interface SaidMessage {
  readonly id: MessageId
  readonly conversationId: ConversationId
  readonly postedAt: Date
  /** The theme of its own text. */
  readonly own: Place | undefined
  /** It is short, and a person wrote it. */
  readonly isShort: boolean
  readonly groupIds: readonly GroupId[]
}

/**
 * The themes that short messages have from the last message before them in their conversation that has its own, if it is at most an hour
 * older and every reader of the short one may read it. The order of `said` does not matter.
 */
export function themesByContext(said: readonly SaidMessage[]): ReadonlyMap<MessageId, Place> {
  const found = new Map<MessageId, Place>()
  const before = new Map<ConversationId, SaidMessage>()
  for (const one of said.toSorted(inOrder)) {
    if (one.own) {
      before.set(one.conversationId, one)
      continue
    }
    const led = before.get(one.conversationId)
    if (!led?.own || !one.isShort || one.postedAt.getTime() - led.postedAt.getTime() > pauseMs) continue
    if (one.groupIds.every((id) => led.groupIds.includes(id))) found.set(one.id, led.own)
  }
  return found
}

/** By time; at the same time those with a theme come first, so that nothing depends on which of them arrived first. */
const inOrder = (one: SaidMessage, other: SaidMessage) =>
  one.postedAt.getTime() - other.postedAt.getTime() ||
  compare(one.own?.themeId ?? '~', other.own?.themeId ?? '~') ||
  compare(one.own?.subthemeId ?? '', other.own?.subthemeId ?? '') ||
  other.groupIds.length - one.groupIds.length ||
  compare(one.groupIds.join(), other.groupIds.join())

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
