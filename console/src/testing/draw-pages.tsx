import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ToastProvider } from '@verbatim/ui/Toasts.tsx'
import type { ReactNode } from 'react'
import type { RouterContext } from '#shell/router-context.ts'

interface Given {
  /** The first address. Default: `/`. */
  readonly at?: string
  readonly api?: unknown
  readonly session?: unknown
  readonly organization?: { readonly name: string }
  readonly viewer?: { readonly id: string; readonly permissions: ReadonlySet<string> }
}

/** Renders pages by their paths with what the console provides: router, query cache, toasts and app context. */
export function drawPages(pages: Readonly<Record<string, () => ReactNode>>, given: Given = {}) {
  const root = createRootRouteWithContext<RouterContext>()({})
  const routes = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )
  return drawRoutes(root.addChildren(routes), given)
}

/** The same for routes that have a frame, or no path. */
export function drawRoutes(routeTree: AnyRoute, { at = '/', viewer, ...app }: Given = {}) {
  // A text field that grows waits for fonts, which this environment lacks. Files that share a worker may share the document.
  if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  if (viewer) queryClient.setQueryData(['viewer'], viewer)
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [at] }),
    context: { app, queryClient } as never as RouterContext,
  })
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <ToastProvider>
          {/* The console registers its own tree of routes. */}
          <RouterProvider router={router as never} />
        </ToastProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { container, queryClient, router, user: userEvent.setup({ delay: null }) }
}
