import { createRouter } from '@tanstack/react-router'
import { LinkProvider } from '@verbatim/ui/Link.tsx'
import { AppLink } from '#shell/AppLink.tsx'
import { routeTree } from './routeTree.gen.ts'
import { ErrorPage, NotFoundPage } from '#failures/ErrorPage.tsx'
import type { RouterContext } from '#shell/router-context.ts'
import { PendingPage } from '#failures/PendingPage.tsx'
import { parseSearchText, searchText } from '@verbatim/client/search-text.ts'

/** The addresses of the console. Data is kept by the query cache, not by the router. */
export function makeRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch: parseSearchText,
    stringifySearch: searchText,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 200,
    defaultPendingMinMs: 200,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ({ error, reset }) => (
      <ErrorPage
        error={error}
        onRetry={() => {
          void context.queryClient.invalidateQueries()
          reset()
        }}
      />
    ),
    defaultNotFoundComponent: NotFoundPage,
    notFoundMode: 'root',
    InnerWrap: ({ children }) => <LinkProvider value={AppLink}>{children}</LinkProvider>,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
