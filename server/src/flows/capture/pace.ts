/** How much time a turn has left. */
export interface Pace {
  /** A batch took so long that the turn is to end soon. */
  slow(): void
  stored(): void
  /** Never before something is stored: each turn gets further. */
  isOver(): boolean
}

/** Other organizations wait so long for the rest of a turn once a batch took too long. */
const slowTurnMs = 5_000

export function openPace(): Pace {
  let until = Infinity
  let hasStored = false
  return {
    slow: () => (until = Math.min(until, performance.now() + slowTurnMs)),
    stored: () => (hasStored = true),
    isOver: () => hasStored && performance.now() > until,
  }
}
