import { AuthenticationStep } from '@verbatim/contract/identity.ts'
import { z } from 'zod'
import { Failure } from './failure.ts'
import type { IdentityPool } from './identity.ts'
import type { Environment } from './environment.ts'
import { type Ending, openTabs } from './tabs.ts'
import { expiresAt, familyOf, type Tokens, toTokens } from './tokens.ts'

/**
 * Keeps the tokens of this tab and renews them, one renewal at a time in all tabs, because two at once would look like
 * theft. Access and ID tokens stay in memory; the refresh token is also in the tab's storage, to survive a reload.
 */
export interface TokenKeeper {
  readonly current: () => Tokens | undefined
  readonly keep: (tokens: Tokens) => void
  /** Tokens from before a reload, or from another tab; undefined if there are none. @throws Failure */
  readonly restore: () => Promise<Tokens | undefined>
  /** Tokens that are valid for a minute, and not `refused`. @throws Failure */
  readonly renew: (refused?: string) => Promise<Tokens>
  readonly isFresh: (tokens: Tokens) => boolean
  readonly forget: () => void
  /** Forgets the tokens here and in the other tabs of the same sign-in. */
  readonly forgetEverywhere: (ending: Ending) => void
  readonly close: () => void
}

/** Tokens are renewed when they have less than this left. */
const marginMs = 60_000

export function openTokenKeeper(
  pool: IdentityPool,
  environment: Environment,
  endedElsewhere: (ending: Ending) => void,
): TokenKeeper {
  const name = `verbatim.session.${pool.userPoolId}`
  const stored = openStored(environment, name)
  let tokens: Tokens | undefined
  /** Counts changes of the tokens: a renewal during which they changed belongs to another session. */
  let changes = 0
  let renewing: Promise<Tokens> | undefined

  const tabs = openTabs<Tokens>(name, environment, {
    current: () => tokens,
    familyOf,
    given: (shared) => isSuccessor(shared, tokens) && keep(shared),
    ended: (family, ending) => tokens && familyOf(tokens) === family && endedElsewhere(ending),
  })

  const isFresh = (held: Tokens) => expiresAt(held) - marginMs > pool.serviceTime().getTime()

  function keep(next: Tokens): void {
    tokens = next
    changes += 1
    tabs.stand(familyOf(next))
    stored.write({ refresh: next.refresh, family: familyOf(next) })
  }

  function forget(): void {
    tokens = undefined
    changes += 1
    tabs.stand(undefined)
    stored.remove()
  }

  async function renew(refused: string | undefined): Promise<Tokens> {
    const isGood = (held: Tokens | undefined) =>
      held !== undefined && held.access !== refused && isFresh(held)
    if (tokens && isGood(tokens)) return tokens // renewed by another tab, while this one waited for the lock
    const mine = stored.read()
    // A tab that slept may have a refresh token that another tab has used up meanwhile. Using it would end the session.
    const shared = await tabs.ask(mine?.family)
    if (shared) {
      keep(shared)
      if (isGood(shared)) return shared
    }
    const refresh = tokens?.refresh ?? mine?.refresh
    if (!refresh) throw new Failure('session.expired')
    const begun = changes
    const { AuthenticationResult: result } = await pool.call(
      'GetTokensFromRefreshToken',
      { ClientId: pool.clientId, RefreshToken: refresh },
      AuthenticationStep,
    )
    if (changes !== begun && tokens) return tokens
    if (!result || changes !== begun) throw new Failure('session.expired')
    const next = toTokens(result, refresh)
    keep(next)
    tabs.share(next)
    return next
  }

  const renewAlone = (refused?: string) =>
    (renewing ??= withLock(environment, name, () => renew(refused)).finally(() => (renewing = undefined)))

  return {
    current: () => tokens,
    keep,
    isFresh,
    forget,
    renew: renewAlone,
    async restore() {
      if (tokens) return tokens
      if (stored.read()) return renewAlone()
      const shared = await tabs.ask()
      if (!shared) return undefined
      keep(shared)
      return isFresh(shared) ? shared : renewAlone()
    },
    forgetEverywhere(ending) {
      if (tokens) tabs.end(familyOf(tokens), ending)
      forget()
    },
    close: () => tabs.close(),
  }
}

const Stored = z.object({ refresh: z.string(), family: z.string() })
type Stored = z.output<typeof Stored>

/** The part of the tokens that survives a reload, in the tab's storage. */
function openStored({ storage }: Environment, name: string) {
  return {
    read(): Stored | undefined {
      try {
        return Stored.safeParse(JSON.parse(storage.getItem(name) ?? '')).data
      } catch {
        return undefined
      }
    },
    write: (kept: Stored) => storage.setItem(name, JSON.stringify(kept)),
    remove: () => storage.removeItem(name),
  }
}

/** Whether another tab's tokens are successors of ours, of the same sign-in. Another user's never are. */
function isSuccessor(shared: Tokens, ours: Tokens | undefined): boolean {
  return ours !== undefined && familyOf(shared) === familyOf(ours) && expiresAt(shared) >= expiresAt(ours)
}

function withLock<T>({ locks }: Environment, name: string, work: () => Promise<T>): Promise<T> {
  return locks ? locks.request(name, work) : work()
}
