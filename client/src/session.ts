import type { Account } from '@verbatim/contract/account.ts'
import type { CognitoConfig } from '@verbatim/contract/config.ts'
import { tenantOfUserPoolId } from '@verbatim/contract/identity.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { type Authenticator, openAuthenticator } from './authenticator.ts'
import { Failure } from './failure.ts'
import { Nothing, openIdentityPool } from './identity.ts'
import { openPasswords, type Passwords } from './passwords.ts'
import type { SignInStep } from './sign-in.ts'
import type { Environment } from './environment.ts'
import type { Ending } from './tabs.ts'
import { openTokenKeeper, type TokenKeeper } from './token-keeper.ts'
import { openSingleSignOn, type SingleSignOn } from './single-sign-on.ts'
import { isBySingleSignOn, type Person, toPerson } from './person.ts'
import { familyOf, type Tokens, toTokens } from './tokens.ts'

interface SessionListener {
  readonly signedIn?: () => void
  /** Called while the tokens still work, for calls that need them. Signing out waits for it. */
  readonly beforeSignOut?: () => void | Promise<void>
  /** Called after the tokens are removed: the page must now forget the user. */
  readonly signedOut?: (ending: Ending) => void
}

/** The session of one organization in this tab. */
export interface Session extends Passwords {
  readonly tenantId: TenantId
  /** Where sign-ins are kept: the service of the product, or an external user pool. */
  readonly keptAt: Account['keptAt']
  readonly person: () => Person | undefined
  /** How this page's last session ended; undefined if none has ended. */
  readonly ending: () => Ending | undefined
  /** Continues the session from before a reload, or of another tab. False: not signed in. @throws Failure */
  readonly restore: () => Promise<boolean>
  /** Starts a sign-in; see `SignInStep` for the next steps. @throws Failure */
  readonly signIn: (email: string, password: string) => Promise<SignInStep>
  /** The second step, if the pool keeps it. */
  readonly authenticator: Authenticator
  /** An access token that is valid for at least a minute. @throws Failure `session.expired`, signed out */
  readonly accessToken: () => Promise<string>
  /** Another token than `refused`, which the API did not accept. @throws Failure `session.expired`, signed out */
  readonly renew: (refused: string) => Promise<string>
  /** Sign-in through the hosted pages; undefined if the organization does not offer it. */
  readonly singleSignOn: SingleSignOn | undefined
  /** @returns the address that also signs the tab out at the hosted pages */
  readonly signOut: () => Promise<string | undefined>
  /** Ends the session in all tabs, after too long without use. */
  readonly lock: () => Promise<void>
  /** Ends every session of this user, on every device. @throws Failure if the service was not reached */
  readonly signOutEverywhere: () => Promise<void>
  /** Ends the session here, because the API does not accept its token. A session that started meanwhile continues. */
  readonly expire: (refused: string) => void
  /** @returns a function that stops listening */
  readonly listen: (listener: SessionListener) => () => void
  readonly close: () => void
}

/**
 * Opens the session, signed out until `restore` or `signIn` succeeds. The proof of a password is loaded with the screens that
 * ask for one, because a session that continues needs none. Source: docs/rules/identity.md.
 */
export function openSession(config: CognitoConfig, environment: Environment): Session {
  const pool = openIdentityPool(config, environment)
  const keeper = openTokenKeeper(pool, environment, endHere)
  const listeners = openListeners()
  let ended: Ending | undefined

  function begin(tokens: Tokens): void {
    ended = undefined
    keeper.keep(tokens)
    listeners.signedIn()
  }

  function endHere(ending: Ending): void {
    const wasSignedIn = keeper.current() !== undefined
    ended = ending
    keeper.forget()
    if (wasSignedIn) listeners.signedOut(ending)
  }

  const { renew, accessToken } = openAccess(keeper, endHere)
  const hosted = openSingleSignOn(config, environment, begin)

  const signIn = async (email: string, password: string) => {
    const { startSignIn } = await import('./sign-in.ts')
    return startSignIn(pool, { email, password }, (result) => begin(toTokens(result)))
  }

  async function leave(ending: 'signed-out' | 'locked'): Promise<string | undefined> {
    await listeners.beforeSignOut()
    const tokens = keeper.current()
    if (tokens) ended = ending
    keeper.forgetEverywhere(ending)
    listeners.signedOut(ending)
    // The tab is signed out even if the service cannot be reached.
    const revoked = { ClientId: pool.clientId, Token: tokens?.refresh }
    if (tokens) await pool.call('RevokeToken', revoked, Nothing).catch(() => {})
    return tokens && isBySingleSignOn(tokens.access) ? hosted?.signOutAddress : undefined
  }

  return {
    tenantId: config.tenantId,
    keptAt: tenantOfUserPoolId(config.userPoolId) ? 'here' : 'user-pool',
    person: () => {
      const tokens = keeper.current()
      return tokens && toPerson(tokens)
    },
    ending: () => ended,
    async restore() {
      if (keeper.current()) return true
      try {
        const tokens = await keeper.restore()
        if (tokens) listeners.signedIn()
        return tokens !== undefined
      } catch (error) {
        if (isPassing(error)) throw error
        endHere('expired')
        return false
      }
    },
    signIn,
    ...openPasswords(pool, accessToken),
    authenticator: openAuthenticator(pool, accessToken),
    accessToken,
    renew,
    singleSignOn: hosted,
    signOut: () => leave('signed-out'),
    lock: async () => void (await leave('locked')),
    async signOutEverywhere() {
      await listeners.beforeSignOut()
      await pool.call('GlobalSignOut', { AccessToken: await accessToken() }, Nothing)
      keeper.forgetEverywhere('signed-out')
      listeners.signedOut('signed-out')
    },
    expire: (refused) => {
      if (keeper.current()?.access === refused) endHere('expired')
    },
    listen: listeners.listen,
    close: () => keeper.close(),
  }
}

/** Access tokens from the kept tokens. Calls `endHere` if the service ended the session. */
function openAccess(keeper: TokenKeeper, endHere: (ending: Ending) => void) {
  /** A request of one session never gets the tokens of another, and its end does not end another. */
  async function renew(refused?: string): Promise<string> {
    const held = refused === undefined ? keeper.current() : { access: refused }
    const family = held && familyOf(held)
    try {
      const next = await keeper.renew(refused)
      if (family !== undefined && familyOf(next) !== family) throw new Failure('session.expired')
      return next.access
    } catch (error) {
      if (isPassing(error)) throw error
      const now = keeper.current()
      if (!now || familyOf(now) === family) endHere('expired')
      throw new Failure('session.expired', { cause: error })
    }
  }

  async function accessToken(): Promise<string> {
    const tokens = keeper.current()
    return tokens && keeper.isFresh(tokens) ? tokens.access : renew()
  }

  return { renew, accessToken }
}

/** The listeners of the session. */
function openListeners() {
  const all = new Set<SessionListener>()
  return {
    listen: (listener: SessionListener) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    signedIn() {
      for (const { signedIn } of all) signedIn?.()
    },
    async beforeSignOut() {
      await Promise.allSettled([...all].map(async ({ beforeSignOut }) => beforeSignOut?.()))
    },
    signedOut(ending: Ending) {
      for (const { signedOut } of all) signedOut?.(ending)
    },
  }
}

/** Unreachable or busy does not mean signed out: only the service's answer ends a session. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Failure)) return false
  return error.code === 'network' || error.code === 'internal' || error.code === 'identity.too-many-attempts'
}
