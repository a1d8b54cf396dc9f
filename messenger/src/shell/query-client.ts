import { QueryClient } from '@tanstack/react-query'

const staleTimeMs = 30_000

/**
 * The cache of answers. It never repeats a failed call: the client has the product's one retry policy. Queries run without a
 * network, too, because kept answers serve them then.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: staleTimeMs, networkMode: 'always' } },
  })
}
