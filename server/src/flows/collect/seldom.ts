/**
 * Notes a time that moves on, only so often.
 * @param note Tried again with the next time if it fails.
 */
export function seldom(
  everyMs: number,
  note: (at: Date) => Promise<void>,
  onFailed: (error: unknown) => void,
): (at: Date) => void {
  let noted = -Infinity
  return (at) => {
    if (at.getTime() - noted < everyMs) return
    noted = at.getTime()
    note(at).catch((error: unknown) => {
      noted = -Infinity
      onFailed(error)
    })
  }
}
