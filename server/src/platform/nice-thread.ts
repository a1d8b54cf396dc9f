import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How far a thread of heavy work steps back behind those that answer: nineteen would be the last of all. */
const niceness = 10

/**
 * Lets everything else on the machine go before this thread. Where the system has no such thing, nothing happens.
 * Linux counts threads like processes, and names the one that asks in `/proc`.
 */
export function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness)
  } catch {
    // Another system, or not allowed: the thread works as fast as the others.
  }
}
