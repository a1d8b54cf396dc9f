/** Which messages of several accounts are copies of one. Source: docs/decisions/0171-copies-of-colleagues.md. */
import { contentFacts, contentWords } from '@verbatim/contract/content-facts.ts'
import type { AccountId, ConversationId, GroupId, MessageId } from '@verbatim/contract/ids.ts'
import { createHash } from 'node:crypto'
import type { CapturedMessage, Direction } from '#kernel/captured-event.ts'

/**
 * The name that copies have in common. Senders choose the ids in it, so its content is a part of it: what a reader would see otherwise is
 * another message. What else a copy has depends on its account: whom it knows, and what it captured of the messages that are quoted.
 * Undefined if its channel names no copies.
 */
export function mirrorKeyOf({
  channel,
  mirrorKey,
  contentType,
  subject,
  body,
  structured,
  attachments,
}: CapturedMessage): string | undefined {
  if (mirrorKey === undefined) return undefined
  const files = attachments
    .filter(({ isBeside }) => !isBeside)
    .map(({ mimeDeclared, sizeDeclared }) => [mimeDeclared, sizeDeclared])
  // The app's own lines say what they are about in their name, because each account knows its people by other names.
  const content = contentType === 'system' ? [] : sentContent(structured)
  const said = [contentType, subject, body, files, ...content]
  return createHash('sha256')
    .update(JSON.stringify([channel, mirrorKey, said]))
    .digest('hex')
    .slice(0, 32)
}

const isPlace = /\b(?:latitude|longitude)$/

/** What its sender has sent besides text and files, such as the options of a poll, or a place. */
const sentContent = (structured: CapturedMessage['structured']): readonly unknown[] => [
  ...contentWords(structured),
  ...contentFacts(structured).filter(([name]) => isPlace.test(name)),
]

/** A stored message that may have copies. */
export interface Copy {
  readonly id: MessageId
  readonly accountId: AccountId
  readonly mirrorKey: string
  readonly direction: Direction
  readonly mirrorOf: MessageId | null
  readonly conversationId: ConversationId
  readonly groupIds: readonly GroupId[]
  readonly isCovered: boolean | null
}

/** All copies of one message. */
export interface Family {
  /** The one that is counted and shown: its author's own, or else the first. */
  readonly first: Copy
  readonly mirrors: readonly Copy[]
}

/**
 * The messages of which there are several copies: at most one of each account. Where an account has several alike, such as two equal
 * texts of one second, they are paired in their order.
 * @param copies In the order of their ids.
 */
export function familiesOf(copies: readonly Copy[]): Family[] {
  const counted = new Map<string, number>()
  const families = Map.groupBy(copies, ({ mirrorKey, accountId }) => {
    const own = `${mirrorKey}|${accountId}`
    const place = (counted.get(own) ?? 0) + 1
    counted.set(own, place)
    return `${mirrorKey}|${place}`
  })
  return [...families.values()].flatMap((family) => {
    const first = family.find(({ direction }) => direction === 'outbound') ?? family[0]
    return first && family.length > 1 ? [{ first, mirrors: family.filter((one) => one !== first) }] : []
  })
}

/**
 * Conversations with copies of one message are one chat. Each of them but the earliest, with the one that it turned out to be: ids are in
 * the order of time.
 */
export function mergedBy(families: readonly Family[]): ReadonlyMap<ConversationId, ConversationId> {
  const into = new Map<ConversationId, ConversationId>()
  const homeOf = (id: ConversationId): ConversationId => {
    const next = into.get(id)
    return next === undefined ? id : homeOf(next)
  }
  for (const { first, mirrors } of families) {
    for (const mirror of mirrors) {
      const [home, other] = [homeOf(first.conversationId), homeOf(mirror.conversationId)].toSorted()
      if (home !== undefined && other !== undefined && home !== other) into.set(other, home)
    }
  }
  return new Map([...into.keys()].map((id) => [id, homeOf(id)]))
}
