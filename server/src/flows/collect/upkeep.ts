/** What a process does beside its connections: it notes losses, and looks after files that were left. */
import type { Log } from '#platform/log.ts'
import type { Leftovers } from './leftovers.ts'
import type { Losses } from './losses.ts'

/** How often files are looked for that a process or a connection left. */
const replayMs = 60_000

interface Upkeep {
  /** Waits for nothing: there may be much in files, and leases that are not renewed end within seconds. */
  start(): void
  ended(): Promise<void>
}

interface UpkeepOptions {
  readonly losses: Losses
  readonly leftovers: Leftovers
  readonly stop: AbortSignal
}

export function openUpkeep(
  { log }: { readonly log: Log },
  { losses, leftovers, stop }: UpkeepOptions,
): Upkeep {
  let replayedAt = -Infinity
  let running: Promise<void> | undefined
  const once = async () => {
    const isDue = performance.now() - replayedAt >= replayMs
    if (isDue) await losses.takeOver()
    await losses.note()
    if (!isDue) return
    await leftovers.replay(stop)
    replayedAt = performance.now()
  }
  return {
    start() {
      running ??= once()
        .catch((error: unknown) => {
          log.error(
            { err: error },
            'files of collected messages could not be replayed and will be tried again',
          )
        })
        .finally(() => {
          running = undefined
        })
    },
    ended: async () => running,
  }
}
