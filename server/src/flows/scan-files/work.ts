import { unscannedFiles } from '#domains/messages/scan-commands.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ScanContext } from './scan-files.ts'

export const scanningWork = defineWork<ScanContext>({
  rows: unscannedFiles,
  tenantsAtOnce: 2,
  async open(ctx) {
    // Without a scanner, files wait until there is one.
    if (!ctx.scanner) return undefined
    const { scanFiles } = await import('./scan-files.ts')
    return { turn: (tenantId) => scanFiles(ctx, tenantId) }
  },
})
