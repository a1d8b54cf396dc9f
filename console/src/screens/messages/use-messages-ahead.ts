import { useQueryClient } from '@tanstack/react-query'
import type { Message } from '@verbatim/contract/messages.ts'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { contextAheadQuery } from './queries.ts'

/** Loads the conversations of messages before the reader opens them, one after the other. The audit trail says so. */
export function useMessagesAhead(
  messages: readonly Message[],
  search: string | undefined,
  isReady: boolean,
): void {
  const api = useApi()
  const queryClient = useQueryClient()
  const wanted = messages.map(({ id }) => id).join()
  const load = useEffectEvent(async (isWanted: () => boolean) => {
    for (const message of messages) {
      if (!isWanted()) return
      // What cannot be loaded ahead is loaded when it is opened, and fails there.
      // oxlint-disable-next-line no-await-in-loop -- one after the other, the next row first
      await queryClient.prefetchQuery(contextAheadQuery(api, message, search))
    }
  })
  useEffect(() => {
    if (!isReady || wanted === '') return
    let isWanted = true
    void load(() => isWanted)
    return () => {
      isWanted = false
    }
  }, [wanted, isReady])
}
