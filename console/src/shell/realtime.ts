import type { QueryClient } from '@tanstack/react-query'
import { listenForChanges } from '@verbatim/client/realtime.ts'
import type { Session } from '@verbatim/client/session.ts'

/** After the first answers are drawn, so that no user waits for the listener. */
const settleMs = 500

/**
 * Reloads the lists of changed slices: query keys start with the slice's name. Starts after the first screen has its answers.
 * Returns the function that ends it.
 */
export function keepFresh(session: Session, queryClient: QueryClient): () => void {
  const over = new AbortController()
  void firstAnswers(queryClient).then(() => {
    if (over.signal.aborted) return
    const stop = listenForChanges(session, (slices) => {
      // Permissions may have changed, so neither the shown data nor the permissions are certain.
      if (slices.has('permission-profiles')) void queryClient.invalidateQueries()
      else if (slices.has('users') || slices.has('organization'))
        void queryClient.invalidateQueries({ queryKey: ['viewer'] })
      for (const slice of slices) void queryClient.invalidateQueries({ queryKey: [slice] })
    })
    over.signal.addEventListener('abort', stop)
  })
  return () => over.abort()
}

function firstAnswers(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    let stop = () => {}
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      setTimeout(resolve, settleMs)
    }
    stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}
