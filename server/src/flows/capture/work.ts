import type { openReaders } from '#channels/registry.ts'
import type { Config } from '#platform/config.ts'
import { defineWork } from '#platform/work/work.ts'
import { backlog } from './backlog.ts'
import { missingMessages } from '#domains/messages/missing-commands.ts'
import type { IngestContext } from './ingest.ts'
import type { Lane } from './read-backlog.ts'
import type { MissingContext } from './missing.ts'

/**
 * Mails are read outside the ingest, so that one that hangs or grows harms no other. A mail takes milliseconds: one that
 * takes longer than the first limit is postponed, and tried again where only similar mails wait for it.
 */
const mailReading: Readonly<Record<Lane, Parameters<typeof openReaders>[0]>> = {
  fresh: { threads: 2, timeoutMs: 250, memoryMb: 256 },
  again: { threads: 1, timeoutMs: 10_000, memoryMb: 256 },
}

interface IngestWorkContext extends Omit<IngestContext, 'readers' | 'mark'> {
  readonly config: Pick<Config, 'VERBATIM_HOME'>
}

/** New and postponed records are ingested in parallel. */
export const ingestWorks = (['fresh', 'again'] as const).map((lane) =>
  defineWork<IngestWorkContext>({
    rows: backlog,
    async open(ctx) {
      const { ingest } = await import('./ingest.ts')
      const channels = await import('#channels/registry.ts')
      const { openReadingMark } = await import('./reading-mark.ts')
      const readers = channels.openReaders(mailReading[lane])
      const mark = await openReadingMark(ctx.config.VERBATIM_HOME, lane, ctx.log)
      return {
        turn: (tenantId) => ingest({ ...ctx, readers, mark }, tenantId, lane),
        close: () => readers.close(),
      }
    },
  }),
)

export const missingWork = defineWork<MissingContext>({
  rows: missingMessages,
  load: async () => (await import('./missing.ts')).makeMissingLines,
})
