import type { Metrics } from '#platform/metrics.ts'
import type { SharedClock } from '#platform/shared-clock.ts'
import { countProcesses } from './beat.ts'
import type { FigureName, WorkFigure } from './figures.ts'
import { findDiskSpace, foldersOf, type HealthCheck, type HealthContext } from './health.ts'

/** The metrics of every kind of work. */
const workGauges: readonly {
  readonly name: string
  readonly help: string
  readonly of: (figure: WorkFigure) => number
}[] = [
  {
    name: 'verbatim_waiting',
    help: 'Work that waits, by kind.',
    of: ({ waiting }) => waiting,
  },
  {
    name: 'verbatim_waiting_oldest_seconds',
    help: 'How long the oldest waiting work has waited, in seconds, by kind.',
    of: ({ ageSeconds }) => ageSeconds,
  },
  {
    name: 'verbatim_waiting_tried',
    help: 'Work that waits and was tried before, by kind.',
    of: ({ tried }) => tried,
  },
  {
    name: 'verbatim_given_up',
    help: 'Work that was given up, by kind.',
    of: ({ givenUp }) => givenUp,
  },
]
const deliveries = ['accepted', 'duplicate', 'refused'] as const

/** Reports the waiting work of the whole installation. Every process reports the same values, so rules take the maximum. */
export function reportInstallation(metrics: Metrics, ctx: HealthContext, health: HealthCheck): void {
  const one = (name: FigureName) => async () => [{ labels: {}, value: (await health.figures())[name] }]
  for (const { name, help, of } of workGauges)
    metrics.gauge(name, help, ['work'], async () =>
      [...(await health.figures()).work].map(([work, figure]) => ({ labels: { work }, value: of(figure) })),
    )
  metrics.gauge(
    'verbatim_quarantined_records',
    'Records in quarantine after all their attempts.',
    [],
    one('quarantined'),
  )
  metrics.gauge(
    'verbatim_accounts_silent',
    'Accounts that have received nothing for longer than expected.',
    [],
    one('silent'),
  )
  metrics.gauge('verbatim_attachment_gaps', 'Attachments that can no longer be fetched.', [], one('gaps'))
  metrics.gauge(
    'verbatim_attachments_absent',
    'Attachments that are not examined because their bytes are not available.',
    [],
    one('absent'),
  )
  metrics.total('verbatim_deliveries_total', 'Deliveries received, by outcome.', ['outcome'], async () => {
    const figures = await health.figures()
    return deliveries.map((outcome) => ({ labels: { outcome }, value: figures[outcome] }))
  })
  metrics.gauge('verbatim_processes', 'Running processes, by role.', ['role'], async () =>
    [...(await countProcesses(ctx.db))].map(([role, value]) => ({ labels: { role }, value })),
  )
  reportNode(metrics, ctx, health)
}

/** A machine with a wrong clock still works, but its log's times differ from the installation's. */
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
