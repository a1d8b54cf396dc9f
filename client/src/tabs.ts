import type { Environment, TabLocks } from './environment.ts'

/** Why a session ended here: the user signed out, the service ended it, or the tabs were not used. */
export type Ending = 'signed-out' | 'expired' | 'locked'

/** The other tabs of the same organization: they share one session. */
interface Tabs<T> {
  /** Another tab's value, for this sign-in or for any, if a tab exists and answers in time. */
  readonly ask: (family?: string) => Promise<T | undefined>
  readonly share: (value: T) => void
  /** Announces that this tab can answer for this sign-in; undefined means that it no longer can. */
  readonly stand: (family: string | undefined) => void
  /** Announces the end of a sign-in. */
  readonly end: (family: string, ending: Ending) => void
  readonly close: () => void
}

interface TabHandlers<T> {
  readonly current: () => T | undefined
  readonly familyOf: (value: T) => string
  readonly given: (value: T) => void
  readonly ended: (family: string, ending: Ending) => void
}

type Said<T> = { say: 'who' } | { say: 'have'; value: T } | { say: 'ended'; family: string; ending: Ending }

/**
 * A tab answers within milliseconds, unless it is busy, for example drawing a long list on a slow machine. A busy tab is waited
 * for this many times while it exists; then a sleeping tab is given up.
 */
const waitMs = 50
const waits = 40

/** Talks to the other tabs over a channel of this origin. */
export function openTabs<T>(name: string, environment: Environment, handlers: TabHandlers<T>): Tabs<T> {
  const channel = environment.openChannel?.(name)
  const presence = openPresence(`${name}.tab`, environment.locks)
  const waiting = new Set<(value: T) => void>()
  const say = (said: Said<T>) => channel?.post(said)
  channel?.hear((message) => {
    const said = message as Said<T> // only pages of this origin, and all of them are ours
    if (said.say === 'who') {
      const value = handlers.current()
      if (value) say({ say: 'have', value })
    } else if (said.say === 'have') {
      for (const answer of waiting) answer(said.value)
      handlers.given(said.value)
    } else handlers.ended(said.family, said.ending)
  })

  return {
    async ask(family) {
      if (!channel) return undefined
      const { promise: answered, resolve } = Promise.withResolvers<T>()
      const answer = (value: T) => {
        if (family === undefined || handlers.familyOf(value) === family) resolve(value)
      }
      waiting.add(answer)
      say({ say: 'who' })
      const outwait = async (): Promise<undefined> => {
        for (let waited = 0; waited < waits && waiting.has(answer); waited++) {
          if (!(await presence.isAnother(family, waited))) return
          await environment.wait(waitMs)
        }
      }
      return Promise.race([answered, outwait()]).finally(() => waiting.delete(answer))
    },
    share: (value) => say({ say: 'have', value }),
    stand: presence.stand,
    end: (family, ending) => say({ say: 'ended', family, ending }),
    close() {
      presence.stand(undefined)
      channel?.close()
    },
  }
}

interface Presence {
  readonly stand: (family: string | undefined) => void
  /** Whether another tab has a value for this sign-in, or for any. @param waited How often it has already waited */
  readonly isAnother: (family: string | undefined, waited: number) => Promise<boolean>
}

/** Finds out which tabs exist by the locks that they hold, because a lock ends with its tab. */
function openPresence(name: string, locks: TabLocks | undefined): Presence {
  const tab = crypto.randomUUID()
  let standing: { readonly family: string; readonly leave: () => void } | undefined
  return {
    stand(family) {
      if (standing?.family === family) return
      standing?.leave()
      standing = undefined
      if (family === undefined) return
      const { promise: left, resolve: leave } = Promise.withResolvers<void>()
      standing = { family, leave }
      void locks?.request(`${name}.${family}.${tab}`, () => left)
    },
    async isAnother(family, waited) {
      // Without locks we cannot know which tabs exist, but a tab that is not busy answers within one wait.
      if (!locks) return waited === 0
      const { held = [] } = await locks.query()
      const beginning = family === undefined ? `${name}.` : `${name}.${family}.`
      return held.some(({ name: lock = '' }) => lock.startsWith(beginning) && !lock.endsWith(tab))
    },
  }
}
