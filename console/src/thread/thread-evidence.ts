import { queryOptions, useQueries } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { findMessageEvidence } from '@verbatim/contract/cognitive-events.ts'
import { type TextEvidence } from '@verbatim/contract/evidence.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import type { EvidenceMark } from '@verbatim/ui/thread/message-words.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'

function evidenceQuery(api: Api, messageIds: readonly MessageId[]) {
  return queryOptions({
    queryKey: ['cognitive-events', 'evidence', messageIds],
    queryFn: ({ signal }) => api(findMessageEvidence, { body: { messageIds: [...messageIds] } }, signal),
  })
}

/** The matches of rules in messages, by the IDs of the messages. */
interface ThreadEvidence {
  readonly marks: ReadonlyMap<string, readonly EvidenceMark[]>
  /** Calls it again, if some of it could not be loaded: messages without marks may have matches then. */
  readonly retry: (() => void) | undefined
}

/** The matches of rules for all messages on the screen. Each page of a thread requests its own, so that scrolling requests only new ones. */
export function useThreadEvidence(pages: readonly (readonly { readonly id: MessageId }[])[]): ThreadEvidence {
  const api = useApi()
  const enabled = useCan('events.view')
  return useQueries({
    queries: pages
      .filter((page) => page.length > 0)
      .map((page) => {
        const ids = page.map(({ id }) => id)
        return { ...evidenceQuery(api, ids), enabled }
      }),
    combine: together,
  })
}

interface Answer {
  readonly data?: { items: readonly TextEvidence[] } | undefined
  readonly isLoadingError: boolean
  readonly refetch: () => unknown
}

function together(answers: readonly Answer[]): ThreadEvidence {
  const found = answers.flatMap(({ data }) => data?.items ?? [])
  const lost = answers.filter(({ isLoadingError }) => isLoadingError)
  return {
    marks: Map.groupBy(found, ({ messageId }): string => messageId),
    retry: lost.length > 0 ? () => lost.forEach(({ refetch }) => void refetch()) : undefined,
  }
}
