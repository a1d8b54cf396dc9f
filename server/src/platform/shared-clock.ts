import { sql } from 'kysely'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from './db.ts'
import { within } from './within.ts'

/** The clock that all nodes share. */
export interface SharedClock extends Clock {
  /** How far this machine's clock is ahead of the database's, in ms; undefined until the first answer. */
  readonly aheadMs: () => number | undefined
  readonly close: () => void
}

const askEveryMs = 10_000
/** A slower answer is too inexact. */
const slowestMs = 1_000
/** The largest difference between clocks of well-kept machines; every lease is longer. */
const slackMs = 1_000

/**
 * Opens a clock that is never far from the database's, so that all nodes agree when a lease ends and what is due, even if
 * their machines' clocks differ or are changed. It starts with this machine's time, continues with a clock that cannot be set,
 * and is corrected when the database reports another time.
 */
export async function openSharedClock(db: Db, everyMs = askEveryMs): Promise<SharedClock> {
  /** The offset to the time since this process started. */
  let originMs = Date.now() - performance.now()
  let isAsked = false
  async function ask(): Promise<void> {
    const from = performance.now()
    const { rows } = await within(slowestMs, sql<{ at: Date }>`select clock_timestamp() as at`.execute(db))
    const tookMs = performance.now() - from
    const [row] = rows
    if (!row || tookMs > slowestMs) return
    const origin = row.at.getTime() - (from + tookMs / 2)
    if (Math.abs(origin - originMs) > slackMs + tookMs / 2) originMs = origin
    isAsked = true
  }
  await ask().catch(() => {}) // tried again soon
  const asking = setInterval(() => void ask().catch(() => {}), everyMs)
  asking.unref()
  const timeMs = () => originMs + performance.now()
  return {
    now: () => new Date(timeMs()),
    aheadMs: () => (isAsked ? Date.now() - timeMs() : undefined),
    close: () => clearInterval(asking),
  }
}
