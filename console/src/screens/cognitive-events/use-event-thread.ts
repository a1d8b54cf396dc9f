import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import type { Evidence } from '@verbatim/contract/evidence.ts'
import { useState } from 'react'
import { openable } from '#failures/openable.ts'
import { useApi } from '#shell/use-app-context.ts'
import { threadAheadQuery, threadQuery, threadStart } from './queries.ts'

/**
 * The conversation of an event and the current evidence in it. Moving to evidence that is far away reads
 * the conversation around it.
 */
export function useEventThread(event: CognitiveEventDetail) {
  const { evidence, conversationId } = event
  const api = useApi()
  const queryClient = useQueryClient()
  const [index, setIndex] = useState(0)
  const [around, setAround] = useState(threadStart(event))
  const asked = useInfiniteQuery({
    ...threadQuery(api, conversationId, around),
    placeholderData: (before) => {
      const page = queryClient.getQueryData(threadAheadQuery(api, event).queryKey)
      return keepPreviousData(before) ?? (page && { pages: [page], pageParams: [{ around }] })
    },
  })
  const thread = openable(asked)
  const pages = thread.data?.pages ?? []
  const messages = pages.flatMap((page) => page.messages)
  const current: Evidence | undefined = evidence[index] ?? evidence[0]
  const go = (to: number) => {
    const found = evidence[to]
    if (!found) return
    setIndex(to)
    if (!messages.some(({ id }) => id === found.messageId)) setAround(found.messageId)
  }
  return {
    thread,
    conversation: pages[0],
    messages,
    // Neighbouring pages may both contain the same new member.
    memberships: [
      ...new Map(pages.flatMap((page) => page.memberships.map((line) => [line.id, line]))).values(),
    ],
    index,
    current,
    go,
  }
}

export type EventThreadState = ReturnType<typeof useEventThread>
