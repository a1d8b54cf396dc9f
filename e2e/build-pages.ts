import { fileURLToPath } from 'node:url'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'

/** Before the stories: the apps as their sources are now, or with `E2E_PAGES=as-built` as they were built last. */
export default async function buildPages(): Promise<void> {
  if (process.env['E2E_PAGES'] === 'as-built') return
  const root = fileURLToPath(new URL('../', import.meta.url))
  for (const pages of pagesOf(root, AbortSignal.timeout(300_000))) await ensurePagesBuilt(pages)
}
