/** Where the time comes from. Nothing else reads the system's clock. */
export interface Clock {
  readonly now: () => Date
}

/** When something was received: times that do not run backwards within a process. */
export interface ReceivingClock {
  readonly received: () => Date
}

/** A clock that goes back by more was wrong before, and is followed. */
const mostBackMs = 60 * 60_000

/**
 * The clock, but while it is behind its latest time, that time: what came later is never before what came earlier.
 * Source: docs/decisions/0143-received-times-do-not-run-backwards.md.
 */
export function notBackwards(now: Clock['now']): ReceivingClock['received'] {
  let latestMs = -Infinity
  return () => {
    const ms = now().getTime()
    if (ms > latestMs || ms < latestMs - mostBackMs) latestMs = ms
    return new Date(latestMs)
  }
}
