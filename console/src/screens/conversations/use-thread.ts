import { useInfiniteQuery } from '@tanstack/react-query'
import type { Conversation, ConversationSummary } from '@verbatim/contract/conversations.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { useState } from 'react'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { overviewQuery } from './queries.ts'

/**
 * The loaded part of a thread. It is reloaded only for a message outside it; `anchor` changes then, and
 * undefined means the newest end. The old part stays until the new one arrives.
 */
export function useThread(id: string, at: string | undefined, find: string | undefined) {
  const [anchor, setAnchor] = useState(at)
  const thread = openable(useInfiniteQuery(overviewQuery(useApi(), id, anchor, find)))
  const wanted = `${anchor ?? 'newest'} ${find ?? ''}`
  const [reading, setReading] = useState(wanted)
  if (reading !== wanted && thread.data && !thread.isPlaceholderData) setReading(wanted)
  const pages = thread.data?.pages ?? none
  const messages = pages.flatMap((page) => page.messages)
  if (at !== anchor && !(at && messages.some((message) => message.id === at))) setAnchor(at)
  return {
    thread,
    /** Identifies the shown part; it changes when another part of the thread arrives or other words are marked. */
    reading,
    /** Whether the newest end of the thread was requested and is shown. */
    isNewest: reading.startsWith('newest'),
    messages,
    memberships: once(pages.flatMap((page) => page.memberships)),
    conversation: pages.at(-1),
  }
}

/** A sentence of a summary, and its place. */
export type SummarySentence = ConversationSummary['sentences'][number]

const none: readonly Conversation[] = []

/** Neighbouring pages may both contain the same new member. */
function once<T extends { readonly id: string }>(given: readonly T[]): T[] {
  return [...new Map(given.map((one) => [one.id, one])).values()]
}

/** The messages, with one additional mark: the sentence that a summary quotes. */
export function withMark(
  messages: readonly ThreadMessage[],
  mark: SummarySentence | undefined,
): readonly ThreadMessage[] {
  if (!mark) return messages
  const { messageId, start, end } = mark
  return messages.map((message) =>
    message.id === messageId ? { ...message, highlights: [...message.highlights, { start, end }] } : message,
  )
}
