import { hourMs } from '@verbatim/contract/durations.ts'

/**
 * Notes a time that moves on, only so often. One of a clock that goes back by more than an hour is noted, too: the clock was wrong before.
 * @param note Tried again with the next time if it fails.
 */
export function seldom(
  everyMs: number,
  note: (at: Date) => Promise<void>,
  onFailed: (error: unknown) => void,
): (at: Date) => void {
  let noted = -Infinity
  return (at) => {
    const passed = at.getTime() - noted
    if (passed < everyMs && passed > -hourMs) return
    noted = at.getTime()
    note(at).catch((error: unknown) => {
      noted = -Infinity
      onFailed(error)
    })
  }
}
