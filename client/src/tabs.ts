import type { Environment, TabLocks } from './environment.ts'

/** Why a session ended here: the user signed out, the service ended it, or the tabs were not used. */
export type Ending = 'signed-out' | 'expired' | 'locked'

/** The other tabs of the same organization: they share one session. */
export interface Tabs<T> {
  /** Another tab's value, of this sign-in or of any, if one is there and answers in time. */
  readonly ask: (family?: string) => Promise<T | undefined>
  readonly share: (value: T) => void
  /** Announces that this tab can answer, of this sign-in; undefined: it no longer can. */
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
 * A tab answers within milliseconds, unless it is busy, as one is that draws a long list on a slow machine. It is waited
 * for while it is there, so often; one that is there and asleep is given up then.
 */
const waitMs = 50
const waits = 40

/** Speaks with the other tabs over a channel that reaches this origin only. */
export function openTabs<T>(name: string, environment: Environment, handlers: TabHandlers<T>): Tabs<T> {
  const channel = environment.openChannel?.(name)
  const presence = openPresence(`${name}.tab`, environment.locks)
  const waiting = new Set<(value: T) => void>()
  const say = (said: Said<T>) => channel?.post(said)
  channel?.hear((message) => {
    const said = message as Said<T> // this origin's pages only, and all of them are ours
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
  /** Whether another tab has a value of this sign-in, or of any. @param waited How often it has waited already */
  readonly isAnother: (family: string | undefined, waited: number) => Promise<boolean>
}

/** Finds out which tabs exist by the locks that they hold, since a lock is gone with its tab. */
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
      // Without locks we cannot know which tabs exist: a tab that is not busy has answered after one wait.
      if (!locks) return waited === 0
      const { held = [] } = await locks.query()
      const beginning = family === undefined ? `${name}.` : `${name}.${family}.`
      return held.some(({ name: lock = '' }) => lock.startsWith(beginning) && !lock.endsWith(tab))
    },
  }
}
