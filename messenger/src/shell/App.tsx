import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { ToastProvider } from '@verbatim/ui/Toasts.tsx'
import { UiProvider } from '@verbatim/ui/frame/UiProvider.tsx'

/** The messenger, once it knows its organization. */
export function App({ router, queryClient }: { router: AnyRouter; queryClient: QueryClient }) {
  return (
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          <RouterProvider router={router} />
        </ToastProvider>
      </QueryClientProvider>
    </UiProvider>
  )
}
