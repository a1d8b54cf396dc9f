import type { QueryClient } from '@tanstack/react-query'
import type { House } from '@verbatim/client/house.ts'

/** What every route can use. */
export interface RouterContext {
  readonly house: House
  readonly queryClient: QueryClient
}
