import type { QueryClient } from '@tanstack/react-query'
import type { AppContext } from '@verbatim/client/app-context.ts'

/** The context of every route. */
export interface RouterContext {
  readonly app: AppContext
  readonly queryClient: QueryClient
}
