import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'

/** How much lower the priority of heavy threads is; nineteen would be the lowest. */
const niceness = 10

/**
 * Gives all other work of the machine priority over this thread. Does nothing if the system has no such call. Linux counts
 * threads like processes, and names the calling one in `/proc`.
 */
export function stepBack(): void {
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), niceness)
  } catch {
    // Another system, or not allowed: the thread has normal priority.
  }
}
