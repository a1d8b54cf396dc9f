import type { QueryClient } from '@tanstack/react-query'
import { listenForChanges } from '@verbatim/client/realtime.ts'
import type { Session } from '@verbatim/client/session.ts'

/** Has the lists of changed slices read again: query keys begin with the slice's name. Returns what ends it. */
export function keepFresh(session: Session, queryClient: QueryClient): () => void {
  return listenForChanges(session, (slices) => {
    for (const slice of slices) void queryClient.invalidateQueries({ queryKey: [slice] })
  })
}
