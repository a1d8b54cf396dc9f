import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { UiProvider } from '@verbatim/ui/UiProvider.tsx'

/** The console, once it knows whose it is. */
export function App({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }) {
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} autoClose={6000} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>
  )
}
