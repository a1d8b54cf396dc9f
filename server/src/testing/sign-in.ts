import { openSession, type Session } from '@verbatim/client/session.ts'
import { type Environment, openTabChannel } from '@verbatim/client/environment.ts'
import type { SignInStep } from '@verbatim/client/sign-in.ts'
import { cognitoConfig } from '#domains/identity/config.ts'
import { afterEach } from 'vitest'
import { openTestTab } from './client-environment.ts'
import type { TestPool } from './identity-pool.ts'

/** A fetch whose `Date` header has the service's moved time, like a real server's. */
export function fetchByClockOf(pool: TestPool): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const headers = new Headers(response.headers)
    headers.set('date', pool.ctx.now().toUTCString())
    return new Response(response.body, { status: response.status, headers })
  }
}

/** A tab on the test's organization, with the service's clock; by default there is no other tab. */
export function openPoolTab(pool: TestPool, options: Partial<Environment> = {}): Session {
  const config = cognitoConfig(pool.tenantId, new URL(pool.endpoint).origin)
  const alone = { now: pool.ctx.now, fetch: fetchByClockOf(pool), openChannel: undefined }
  return openSession(config, openTestTab({ ...alone, ...options }))
}

/** Signs in with a password, without a further step. */
export async function signInWith(
  pool: TestPool,
  email: string,
  password: string,
): Promise<{ step: SignInStep; token: string; session: Session }> {
  const session = openPoolTab(pool)
  const step = await session.signIn(email, password)
  return { step, session, token: step.next === 'done' ? await session.accessToken() : '' }
}

/** Opens tabs of one browser, with the service's clock, and closes them after each test. */
export function useTabs(pool: () => TestPool): (options?: Partial<Environment>) => Session {
  const opened: Session[] = []
  afterEach(() => {
    for (const session of opened.splice(0)) session.close()
  })
  return (options) => {
    const session = openPoolTab(pool(), { openChannel: openTabChannel, ...options })
    opened.push(session)
    return session
  }
}
