import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ReadingContext } from './read-attachments.ts'

export const readingWork = defineWork<Omit<ReadingContext, 'fileReader'>>({
  rows: unreadAttachments,
  // A batch of each kind ends before its lease does.
  tenantsAtOnce: 4,
  async open(ctx) {
    const { openFileReader } = await import('./file-reader.ts')
    const { readAttachments } = await import('./read-attachments.ts')
    const fileReader = openFileReader()
    return {
      turn: (tenantId) => readAttachments({ ...ctx, fileReader }, tenantId),
      close: () => fileReader.close(),
    }
  },
})
