/** Counts how much callers hold of a scarce resource, such as connections or memory. */
interface Holdings {
  /** Takes this much more; if all holders or this one would then hold too much, returns false and takes nothing. */
  take(holder: string, amount: number): boolean
  give(holder: string, amount: number): void
}

/** @param most For all together, and less for one holder, so that no holder can exclude all others. */
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
