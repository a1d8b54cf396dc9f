import type { RouterHistory } from '@tanstack/react-router'

/** Addresses that a key is changing now. */
const changing = new WeakSet<RouterHistory>()

/** What a key does. If it changes the address, keys that are held are still meant for where it leads. */
export function byKey(history: RouterHistory, act: () => void): void {
  changing.add(history)
  try {
    act()
  } finally {
    changing.delete(history)
  }
}

export const isByKey = (history: RouterHistory) => changing.has(history)
