import { openTabChannel, type Surroundings, type TabLocks } from '@verbatim/client/surroundings.ts'

/** A browser's tab for the client, in Node: its own storage, and a clock that may be wrong. */
export function openTestTab(options: Partial<Surroundings> = {}): Surroundings {
  const stored = new Map<string, string>()
  return {
    fetch: (input, init) => fetch(input, init),
    now: () => new Date(),
    storage: {
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
      removeItem: (name) => void stored.delete(name),
    },
    locks: makeLocks(),
    openChannel: openTabChannel,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 50))),
    chance: () => 0,
    ...options,
  }
}

/** Exclusive locks by name, as `navigator.locks` gives them; share one among tabs. */
export function makeLocks(): TabLocks {
  const last = new Map<string, Promise<unknown>>()
  return {
    request(name, work) {
      const next = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(name, next)
      return next
    },
  }
}
