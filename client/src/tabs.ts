import type { Surroundings } from './surroundings.ts'

/** Why a session ended here: by this person's wish, because the service says it is over, or because nobody used it. */
export type Ending = 'signed-out' | 'expired' | 'locked'

/** The other tabs of the same organization: they share one session. */
export interface Tabs<T> {
  /** What another tab has, if one answers in time. */
  readonly ask: () => Promise<T | undefined>
  readonly share: (value: T) => void
  /** Says that a sign-in is over. */
  readonly end: (family: string, ending: Ending) => void
  readonly close: () => void
}

interface TabHandlers<T> {
  readonly current: () => T | undefined
  readonly given: (value: T) => void
  readonly ended: (family: string, ending: Ending) => void
}

type Said<T> = { say: 'who' } | { say: 'have'; value: T } | { say: 'ended'; family: string; ending: Ending }

/** A tab of the same origin answers within milliseconds, or it is asleep. */
const patienceMs = 50

/** Speaks with the other tabs over a channel that reaches this origin only. */
export function openTabs<T>(name: string, surroundings: Surroundings, handlers: TabHandlers<T>): Tabs<T> {
  const channel = surroundings.openChannel?.(name)
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
    ask: () =>
      new Promise((resolve) => {
        if (!channel) return resolve(undefined)
        const answer = (value: T | undefined) => {
          waiting.delete(answer)
          resolve(value)
        }
        waiting.add(answer)
        say({ say: 'who' })
        void surroundings.wait(patienceMs).then(() => answer(undefined))
      }),
    share: (value) => say({ say: 'have', value }),
    end: (family, ending) => say({ say: 'ended', family, ending }),
    close: () => channel?.close(),
  }
}
