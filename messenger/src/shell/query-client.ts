import { QueryClient } from '@tanstack/react-query'

const staleTimeMs = 30_000

/**
 * The cache of answers. It never repeats a failed call, because the client has the product's retry policy. Queries run without a
 * network too, because stored answers serve them then.
 */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: staleTimeMs, networkMode: 'always' } },
  })
}
