import { fileURLToPath } from 'node:url'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'

/** Before the stories: the apps as they are now. */
export default async function buildPages(): Promise<void> {
  const root = fileURLToPath(new URL('../', import.meta.url))
  for (const pages of pagesOf(root, AbortSignal.timeout(300_000))) await ensurePagesBuilt(pages)
}
