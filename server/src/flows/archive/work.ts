import { archiveTasks, unarchivedMails } from '#domains/archiving/due.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ArchiveContext } from './send-archive.ts'

export const archiveWork = defineWork<ArchiveContext>({
  rows: unarchivedMails,
  // A receiver may be slow.
  tenantsAtOnce: 4,
  async open(ctx) {
    const { sendArchive } = await import('./send-archive.ts')
    return { turn: (tenantId) => sendArchive(ctx, tenantId) }
  },
})

export const archiveTaskWork = defineWork<ArchiveContext>({
  rows: archiveTasks,
  async open(ctx) {
    const { runArchiveTasks } = await import('./run-tasks.ts')
    return { turn: (tenantId) => runArchiveTasks(ctx, tenantId) }
  },
})
