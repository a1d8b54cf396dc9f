import { fileURLToPath } from 'node:url'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'

/** Runs before the stories: builds the apps from their current sources or, with `E2E_PAGES=as-built`, uses the last build. */
export default async function buildPages(): Promise<void> {
  if (process.env['E2E_PAGES'] === 'as-built') return
  const root = fileURLToPath(new URL('../', import.meta.url))
  for (const pages of pagesOf(root, AbortSignal.timeout(300_000))) await ensurePagesBuilt(pages)
}
