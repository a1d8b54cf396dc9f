import { QueryClient } from '@tanstack/react-query'

/** Fresh data is not reloaded automatically; the server announces changes. */
const staleTimeMs = 30_000

/** The cache of answers. It never repeats a failed call, because the client has the product's retry policy. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Requests are made even if the browser reports no network: failures are shown, and requests are repeated.
      queries: { retry: false, staleTime: staleTimeMs, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
