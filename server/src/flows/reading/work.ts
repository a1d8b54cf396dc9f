import { unreadAttachments } from '#domains/messages/reading-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import { openFileReader, readingAtOnce } from './file-reader.ts'
import { readAttachments, type ReadingContext } from './read-attachments.ts'

export const readingWork = defineWork<Omit<ReadingContext, 'fileReader'>>({
  rows: unreadAttachments,
  tenantsAtOnce: readingAtOnce,
  open(ctx) {
    const fileReader = openFileReader()
    return {
      turn: (tenantId) => readAttachments({ ...ctx, fileReader }, tenantId),
      close: () => fileReader.close(),
    }
  },
})
