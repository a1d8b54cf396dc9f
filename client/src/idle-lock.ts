/** Watches the activity in the tabs of this origin, and locks them after too long without any. */
interface IdleLock {
  /** Reports activity in this tab. */
  readonly used: () => void
  /** Locks when the time is over. Call it regularly, and when the user returns to a tab. */
  readonly check: () => void
}

interface IdleOptions {
  readonly idleMinutes: number
  readonly lock: () => void
  /** Shared by the tabs of the origin; contains only a time, and nothing of the session. */
  readonly shared: Pick<Storage, 'getItem' | 'setItem'>
  readonly now: () => number
}

const name = 'verbatim.last-used'
/** Every key press is activity; recording one per this many milliseconds is enough. */
const noteEveryMs = 5_000

export function openIdleLock({ idleMinutes, lock, shared, now }: IdleOptions): IdleLock {
  let notedAt = -Infinity
  return {
    used() {
      if (now() - notedAt < noteEveryMs) return
      notedAt = now()
      shared.setItem(name, JSON.stringify({ at: notedAt, idleMinutes }))
    },
    check() {
      if (isLeftIdle({ shared, now, idleMinutes })) lock()
    },
  }
}

/**
 * Whether the tabs were inactive for longer than the organization allows.
 * @param idleMinutes The allowed time; if unknown yet, the last known one.
 */
export function isLeftIdle({
  shared,
  now,
  idleMinutes,
}: Pick<IdleOptions, 'shared' | 'now'> & { readonly idleMinutes?: number }): boolean {
  try {
    const noted = JSON.parse(shared.getItem(name) ?? '') as { at?: unknown; idleMinutes?: unknown }
    const allowed = idleMinutes ?? noted.idleMinutes
    if (typeof noted.at !== 'number' || typeof allowed !== 'number') return false
    return now() - noted.at >= allowed * 60_000
  } catch {
    return false
  }
}
