import { archiveTasks, unarchivedMails } from '#domains/archiving/attempts.ts'
import { dueOutages } from '#domains/archiving/outages.ts'
import { defineWork } from '#platform/work/work.ts'
import { Budget } from '#platform/budget.ts'
import type { ArchiveContext } from './deliver-mail.ts'
import { Paces } from './pace.ts'
import type { OutageContext } from './notify-of-outage.ts'

export const archiveWork = defineWork<ArchiveContext>({
  rows: unarchivedMails,
  // A receiver may be slow.
  tenantsAtOnce: 4,
  async open(ctx) {
    const { sendArchive } = await import('./send-archive.ts')
    const known = { paces: new Paces(), budget: new Budget() }
    return { turn: (tenantId) => sendArchive(ctx, tenantId, known) }
  },
})

export const archiveTaskWork = defineWork<ArchiveContext>({
  rows: archiveTasks,
  load: async () => (await import('./run-tasks.ts')).runArchiveTasks,
})

export const archiveOutageWork = defineWork<OutageContext>({
  rows: dueOutages,
  load: async () => (await import('./notify-of-outage.ts')).notifyOfOutage,
})
