import type { openReaders } from '#channels/registry.ts'
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

/** New and postponed records are ingested in parallel. */
export const ingestWorks = (['fresh', 'again'] as const).map((lane) =>
  defineWork<Omit<IngestContext, 'readers'>>({
    rows: backlog,
    async open(ctx) {
      const { ingest } = await import('./ingest.ts')
      const channels = await import('#channels/registry.ts')
      const readers = channels.openReaders(mailReading[lane])
      return {
        turn: (tenantId) => ingest({ ...ctx, readers }, tenantId, lane),
        close: () => readers.close(),
      }
    },
  }),
)

export const missingWork = defineWork<MissingContext>({
  rows: missingMessages,
  load: async () => (await import('./missing.ts')).makeMissingLines,
})
