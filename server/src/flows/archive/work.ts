import { archiveTasks, unarchivedMails } from '#domains/archiving/due.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ArchiveContext } from './deliver-mail.ts'
import { Paces } from './pace.ts'

export const archiveWork = defineWork<ArchiveContext>({
  rows: unarchivedMails,
  // A receiver may be slow.
  tenantsAtOnce: 4,
  async open(ctx) {
    const { sendArchive } = await import('./send-archive.ts')
    const paces = new Paces()
    return { turn: (tenantId) => sendArchive(ctx, tenantId, { paces }) }
  },
})

export const archiveTaskWork = defineWork<ArchiveContext>({
  rows: archiveTasks,
  async open(ctx) {
    const { runArchiveTasks } = await import('./run-tasks.ts')
    return { turn: (tenantId) => runArchiveTasks(ctx, tenantId) }
  },
})
