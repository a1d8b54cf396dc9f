/**
 * Writes the first of equal lines at once, and those that follow within `forMs` as one line with their number, so a
 * database that is unavailable for a minute causes sixty lines in the log, for any number of requests.
 */
export function gatherLines(forMs: number) {
  const gathered = new Map<string, { times: number; write: (times: number) => void }>()

  function later(key: string): void {
    setTimeout(() => {
      const { times = 0, write } = gathered.get(key) ?? {}
      gathered.delete(key)
      if (times === 0 || !write) return
      gathered.set(key, { times: 0, write })
      later(key)
      write(times)
    }, forMs).unref()
  }

  return (key: string, write: (times: number) => void): void => {
    const before = gathered.get(key)
    gathered.set(key, { times: before ? before.times + 1 : 0, write })
    if (before) return
    later(key)
    write(1)
  }
}
