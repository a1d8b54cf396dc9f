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

/**
 * Maps message IDs to the matches of rules in their text, for all messages on the screen. Each page of a thread requests its own, so
 * that scrolling requests only new ones.
 */
export function useThreadEvidence(
  pages: readonly (readonly { readonly id: MessageId }[])[],
): ReadonlyMap<string, readonly EvidenceMark[]> {
  const api = useApi()
  const enabled = useCan('events.view')
  return useQueries({
    queries: pages
      .filter((page) => page.length > 0)
      .map((page) => {
        const ids = page.map(({ id }) => id)
        return { ...evidenceQuery(api, ids), enabled }
      }),
    combine: marksOf,
  })
}

function marksOf(answers: readonly { data?: { items: readonly TextEvidence[] } | undefined }[]) {
  const found = answers.flatMap(({ data }) => data?.items ?? [])
  return Map.groupBy(found, ({ messageId }): string => messageId)
}
