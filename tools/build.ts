/** `npm run build`: both apps as the server serves them. `npm start` does the same if they are not current. */
import { fileURLToPath } from 'node:url'
import { ensurePagesBuilt, pagesOf } from '@verbatim/server/platform/built-pages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
for (const pages of pagesOf(root, AbortSignal.timeout(600_000)))
  process.stdout.write(`${pages.folder}: ${await ensurePagesBuilt(pages)}\n`)
