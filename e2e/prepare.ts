import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'
import { prepareHome } from '@verbatim/server/testing/installation.ts'

/** Names the home that installations of stories copy. */
export const preparedHomeVariable = 'E2E_PREPARED_HOME'

/**
 * Runs before the stories: builds the apps from their current sources or, with `E2E_PAGES=as-built`, uses the last build; and
 * migrates a database once for all installations.
 * @returns What runs after the stories
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (process.env['E2E_PAGES'] !== 'as-built') {
    const root = fileURLToPath(new URL('../', import.meta.url))
    for (const pages of pagesOf(root, AbortSignal.timeout(300_000))) await ensurePagesBuilt(pages)
  }
  const home = await prepareHome()
  process.env[preparedHomeVariable] = home
  return () => rm(home, { recursive: true, force: true })
}
