/** Counts what callers hold of something that there is little of, such as connections or memory. */
export interface Holdings {
  /** Takes so much more; false where all or this holder would then hold too much, and nothing is taken. */
  take(holder: string, amount: number): boolean
  give(holder: string, amount: number): void
}

/** @param most Of all together, and of one: less, so that no one keeps out all others. */
export function countHoldings(most: { readonly inAll: number; readonly ofOne: number }): Holdings {
  const held = new Map<string, number>()
  let all = 0
  return {
    take(holder, amount) {
      const own = (held.get(holder) ?? 0) + amount
      if (own > most.ofOne || all + amount > most.inAll) return false
      held.set(holder, own)
      all += amount
      return true
    },
    give(holder, amount) {
      all -= amount
      const left = (held.get(holder) ?? 0) - amount
      if (left > 0) held.set(holder, left)
      else held.delete(holder)
    },
  }
}
