import { pendingMedia } from '#domains/messages/media-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { MediaContext } from './fetch-media.ts'

export const mediaWork = defineWork<MediaContext>({
  rows: pendingMedia,
  tenantsAtOnce: 4,
  load: async () => (await import('./fetch-media.ts')).fetchDueMedia,
})
