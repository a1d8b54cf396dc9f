import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetUser } from '@verbatim/client/forget-user.ts'
import { isOurs } from '@verbatim/client/leave.ts'
import type { Session } from '@verbatim/client/session.ts'
import { searchText } from '@verbatim/client/search-text.ts'

/**
 * When a session ends for any reason, the page drops its data and shows the sign-in page. After an expiry
 * or a lock, that leads back to the previous page.
 */
export function endWithSession(router: AnyRouter, queryClient: QueryClient, session: Session): void {
  session.listen({
    signedOut: (ending) => {
      const { href } = router.latestLocation
      const search = ending === 'signed-out' ? {} : { return: href, ended: ending }
      router.history.push(`/sign-in${searchText(search)}`)
      queryClient.clear()
      // After an expiry or a lock the same user goes on; what they wrote is found by their id.
      if (ending === 'signed-out') void forgetUser()
    },
  })
}

const entries = /^\/(sign-in|forgot-password|reset-password|set-password)\b/

/** An address of this application to go back to, never one of another site. */
export function returnAddress(text: string | undefined): string {
  return isOurs(text) && !entries.test(text) ? text : '/'
}

/** Whether an address belongs to another application, so that following it leaves the page. */
export const isElsewhere = (address: string) => /^\/messenger(\/|$)/.test(address)
