import { createRouter } from '@tanstack/react-router'
import { parseSearchText, searchText } from '@verbatim/client/search-text.ts'
import { routeTree } from './routeTree.gen.ts'
import { Failed, NoPage } from '#shell/Failed.tsx'
import type { RouterContext } from '#shell/visit.ts'

/** The addresses of the messenger. Data is kept by the query cache, not by the router. */
export function makeRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    basepath: '/messenger',
    parseSearch: parseSearchText,
    stringifySearch: searchText,
    defaultPreload: false,
    defaultErrorComponent: ({ error, reset }) => <Failed error={error} onRetry={reset} />,
    defaultNotFoundComponent: NoPage,
    notFoundMode: 'root',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
