import type { QueryClient } from '@tanstack/react-query'
import { Failure } from '@verbatim/client/failure.ts'
import { type AppContext, openAppContext } from '@verbatim/client/app-context.ts'
import { forgetAnswers, forgetUser } from '@verbatim/client/forget-user.ts'
import { isLeftIdle } from '@verbatim/client/idle-lock.ts'
import { z } from 'zod'

/** The reader, by the latest answer of the session. */
const Reader = z.object({ id: z.string(), name: z.string(), email: z.string(), organization: z.string() })
export type Reader = z.infer<typeof Reader>

/** The base of every screen: the reader and, if reachable, the app context. */
export interface Visit {
  /** Undefined if the messenger was opened without a network; then there are only stored answers. */
  readonly app: AppContext | undefined
  readonly reader: () => Reader | undefined
  /** Signs out in all tabs after inactivity, and deletes everything that was read. */
  readonly lock: () => Promise<void>
}

/** The context of every route. */
export interface RouterContext {
  readonly visit: Visit
  readonly queryClient: QueryClient
}

/** Belongs to the tab, like the session itself, so a second tab must sign in, which needs a network. */
const storageKey = 'verbatim.messenger.reader'

/**
 * Continues the session of this tab. Without a network, the reader of this tab may use stored answers.
 * @throws Failure `request.bad-host`, `organization.not-found`, `network`, …
 */
export async function openVisit(host: string): Promise<Visit> {
  try {
    // The client would try for seconds, but if the browser reports that it is offline, we trust it.
    if (!navigator.onLine) throw new Failure('network')
    const app = await openAppContext(host, { signInPath: '/messenger/sign-in' })
    app.session.listen({
      signedIn: () => remember(app),
      signedOut: (ending) => void (ending === 'signed-out' ? forgetUser() : leave()),
    })
    if (wasLeft()) await app.session.lock()
    if (app.session.person()) remember(app)
    return { app, reader: () => readerOf(app), lock: () => app.session.lock() }
  } catch (error) {
    if (wasLeft()) await leave()
    if (!(error instanceof Failure) || error.code !== 'network') throw error
    // When the network is back the page reloads, with the session that the tab still has.
    addEventListener('online', () => location.reload(), { once: true })
    const reader = remembered()
    if (!reader) throw error
    return { app: undefined, reader: () => reader, lock: lockWithoutApp }
  }
}

function readerOf({ session, organization }: AppContext): Reader | undefined {
  const person = session.person()
  if (!person) return undefined
  const { id, email, name } = person
  return { id, email, name: name || email, organization: organization.name }
}

function remember(app: AppContext): void {
  sessionStorage.setItem(storageKey, JSON.stringify(readerOf(app)))
}

function remembered(): Reader | undefined {
  try {
    return Reader.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '')).data
  } catch {
    return undefined
  }
}

/** A tab that is reopened after too long is locked, like one that stayed open. */
const wasLeft = () => isLeftIdle({ shared: localStorage, now: () => Date.now() })

async function leave(): Promise<void> {
  sessionStorage.removeItem(storageKey)
  await forgetAnswers()
}

/** The service is unreachable, and the refresh token is removed with the tab's storage. Nothing is left to show. */
async function lockWithoutApp(): Promise<void> {
  sessionStorage.clear()
  await leave()
  location.replace('/messenger/sign-in?ended=locked')
}
