import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { isOurs } from '@verbatim/client/leave.ts'
import type { Visit } from './visit.ts'

/**
 * When a session ends for any reason, the page drops its data and shows the sign-in page. After an expiry
 * or a lock, that leads back to the previous page.
 */
export function endWithSession(router: AnyRouter, queryClient: QueryClient, { app }: Visit): void {
  app?.session.listen({
    signedOut: (ending) => {
      const { href } = router.latestLocation
      const search = ending === 'signed-out' ? {} : { return: href, ended: ending }
      void router.navigate({ to: '/sign-in', search })
      queryClient.clear()
    },
  })
}

/** The address of a place of this application, for users who come back from another one. */
export function addressOf({ to, search }: ReturnType<typeof returnPlace>): string {
  const query = new URLSearchParams(search).toString()
  return `/messenger${to}${query && `?${query}`}`
}

/** A place of this application to go back to, never one of another site. */
export function returnPlace(text: string | undefined): { to: string; search: Record<string, string> } {
  const address = isOurs(text) && !text.startsWith('/sign-in') ? text : '/'
  const { pathname, searchParams } = new URL(address, location.origin)
  return { to: pathname, search: Object.fromEntries(searchParams) }
}
