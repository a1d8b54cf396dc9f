import type { Metrics } from '#platform/metrics.ts'
import type { SharedClock } from '#platform/shared-clock.ts'
import { countProcesses } from './beat.ts'
import type { FigureName, Figures } from './figures.ts'
import { findDiskSpace, foldersOf, type HealthCheck, type HealthContext } from './health.ts'

const works = ['backlog', 'media', 'reading', 'exports', 'imports', 'mail', 'notifications'] as const
const deliveries = ['accepted', 'duplicate', 'refused'] as const

/** Reports what the installation as a whole has waiting: every process says the same, so rules take the greatest. */
export function reportInstallation(metrics: Metrics, ctx: HealthContext, health: HealthCheck): void {
  const read =
    (names: readonly FigureName[], label: string, of: (figures: Figures, name: FigureName) => number) =>
    async () => {
      const figures = await health.figures()
      return names.map((name) => ({ labels: { [label]: name }, value: of(figures, name) }))
    }
  const one = (name: FigureName) => async () => [{ labels: {}, value: (await health.figures())[name].amount }]
  metrics.gauge(
    'verbatim_waiting',
    'Work that waits, by kind.',
    ['work'],
    read(works, 'work', (figures, name) => figures[name].amount),
  )
  metrics.gauge(
    'verbatim_waiting_oldest_seconds',
    'The time since which the oldest of it waits.',
    ['work'],
    read(works, 'work', (figures, name) => figures[name].ageSeconds),
  )
  metrics.gauge(
    'verbatim_parked_records',
    'Records in quarantine after all their attempts.',
    [],
    one('parked'),
  )
  metrics.gauge('verbatim_attachment_gaps', 'Attachments that will never come.', [], one('gaps'))
  metrics.gauge(
    'verbatim_attachments_absent',
    'Attachments that are not examined because their bytes are not available.',
    [],
    one('absent'),
  )
  metrics.total(
    'verbatim_deliveries_total',
    'Deliveries received, by outcome.',
    ['outcome'],
    read(deliveries, 'outcome', (figures, name) => figures[name].amount),
  )
  metrics.gauge('verbatim_processes', 'Running processes, by role.', ['role'], async () =>
    [...(await countProcesses(ctx.db))].map(([role, value]) => ({ labels: { role }, value })),
  )
  reportNode(metrics, ctx, health)
}

/** A machine whose clock is wrong is served all the same, and its log says other times than the installation's. */
export function reportClock(metrics: Metrics, { aheadMs }: Pick<SharedClock, 'aheadMs'>): void {
  metrics.gauge(
    'verbatim_clock_ahead_seconds',
    'How far the clock of this machine is ahead of the database’s clock.',
    [],
    async () => {
      const ms = aheadMs()
      return ms === undefined ? [] : [{ labels: {}, value: ms / 1000 }]
    },
  )
}

function reportNode(metrics: Metrics, { config }: HealthContext, health: HealthCheck): void {
  const disks = async (of: 'freeBytes' | 'sizeBytes') =>
    Promise.all(
      foldersOf(config).map(async (folder) => ({
        labels: { folder: folder === config.VERBATIM_HOME ? 'home' : 'files' },
        value: (await findDiskSpace(folder))[of],
      })),
    )
  metrics.gauge('verbatim_disk_free_bytes', 'Free space on the disk of a folder.', ['folder'], () =>
    disks('freeBytes'),
  )
  metrics.gauge('verbatim_disk_size_bytes', 'Size of the disk of a folder.', ['folder'], () =>
    disks('sizeBytes'),
  )
  metrics.gauge('verbatim_ready', 'Whether this process can do its work: 1 or 0.', [], async () => {
    const { state } = await health.check()
    return [{ labels: {}, value: state === 'ready' || state === 'degraded' ? 1 : 0 }]
  })
  metrics.gauge('verbatim_degraded', 'Parts that have a problem, each 1.', ['part'], async () =>
    (await health.check()).degraded.map((part) => ({ labels: { part }, value: 1 })),
  )
}
