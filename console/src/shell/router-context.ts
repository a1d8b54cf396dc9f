import type { QueryClient } from '@tanstack/react-query'
import type { AppContext } from '@verbatim/client/app-context.ts'

/** What every route can use. */
export interface RouterContext {
  readonly app: AppContext
  readonly queryClient: QueryClient
}
