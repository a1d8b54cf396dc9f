import type { QueryClient } from '@tanstack/react-query'
import { Failure } from '@verbatim/client/failure.ts'
import { type House, openHouse } from '@verbatim/client/house.ts'
import { isLeftIdle } from '@verbatim/client/idle-lock.ts'
import { z } from 'zod'
import { forgetKept } from './kept.ts'

/** Who reads, by what the session said last. */
const Reader = z.object({ id: z.string(), name: z.string(), email: z.string(), organization: z.string() })
export type Reader = z.infer<typeof Reader>

/** What every screen stands on: the house, unless it is out of reach; and who reads here. */
export interface Visit {
  /** Undefined where the messenger was opened without a network: what was kept is all there is. */
  readonly house: House | undefined
  readonly reader: () => Reader | undefined
  /** Signs out in all tabs because nobody used them, and leaves nothing of what was read. */
  readonly lock: () => Promise<void>
}

/** What every route can use. */
export interface RouterContext {
  readonly visit: Visit
  readonly queryClient: QueryClient
}

/** Of the tab, like the session itself: who opens another has to sign in, which needs a network. */
const storageKey = 'verbatim.messenger.reader'

/**
 * Continues the session of this tab. Without a network, the reader of this tab may go on with what was kept.
 * @throws Failure `request.bad-host`, `organization.not-found`, `network`, …
 */
export async function openVisit(host: string): Promise<Visit> {
  try {
    const house = await openHouse(host, { signInPath: '/messenger/sign-in' })
    house.session.listen({ signedIn: () => remember(house), signedOut: () => void leave() })
    if (wasLeft()) await house.session.lock()
    if (house.session.person()) remember(house)
    return { house, reader: () => readerOf(house), lock: () => house.session.lock() }
  } catch (error) {
    if (wasLeft()) await leave()
    const reader = remembered()
    if (!reader || !(error instanceof Failure) || error.code !== 'network') throw error
    // Back in reach, the page begins again, with the session that the tab still has.
    addEventListener('online', () => location.reload(), { once: true })
    return { house: undefined, reader: () => reader, lock: lockWithoutHouse }
  }
}

function readerOf({ session, organization }: House): Reader | undefined {
  const person = session.person()
  if (!person) return undefined
  const { id, email, name } = person
  return { id, email, name: name || email, organization: organization.name }
}

function remember(house: House): void {
  sessionStorage.setItem(storageKey, JSON.stringify(readerOf(house)))
}

function remembered(): Reader | undefined {
  try {
    return Reader.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? '')).data
  } catch {
    return undefined
  }
}

/** A tab that was closed and is opened again after too long is as locked as one that stayed open. */
const wasLeft = () => isLeftIdle({ shared: localStorage, now: () => Date.now() })

async function leave(): Promise<void> {
  sessionStorage.removeItem(storageKey)
  await forgetKept()
}

/** The service cannot be told, and what continues the session goes with the tab's storage. Nothing is left to show. */
async function lockWithoutHouse(): Promise<void> {
  sessionStorage.clear()
  await leave()
  location.replace('/messenger/sign-in?ended=locked')
}
