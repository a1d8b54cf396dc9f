import { QueryClient } from '@tanstack/react-query'

/** Fresh data is not reloaded automatically; the server announces changes. */
const staleTimeMs = 30_000

/** The cache of answers. It never repeats a failed call: the client has the product's one retry policy. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // A request finds out whether there is a network: failures are shown, and requests are repeated.
      queries: { retry: false, staleTime: staleTimeMs, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
