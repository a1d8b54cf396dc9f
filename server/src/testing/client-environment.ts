import { openTabChannel, type Environment, type TabLocks } from '@verbatim/client/environment.ts'

/** All tabs of one origin, which share its channels. */
const locks = makeLocks()

/** A browser's tab for the client, in Node: its own storage, and a clock that may be wrong. */
export function openTestTab(options: Partial<Environment> = {}): Environment {
  const stored = new Map<string, string>()
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => new Date(),
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    locks,
    openChannel: openTabChannel,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))),
    chance: () => 0,
    ...options,
  }
}

/** Exclusive locks by name, as `navigator.locks` gives them. */
function makeLocks(): TabLocks {
  const last = new Map<string, Promise<unknown>>()
  const held = new Map<string, number>()
  const hold = (name: string, by: number) => held.set(name, (held.get(name) ?? 0) + by)
  return {
    request(name, work) {
      const next = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(name, next)
      hold(name, 1)
      return next.finally(() => hold(name, -1))
    },
    query: () =>
      Promise.resolve({ held: [...held].filter(([, holders]) => holders > 0).map(([name]) => ({ name })) }),
  }
}
