import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip as gzipCompress } from 'node:zlib'
import { isThere } from '#platform/paths.ts'

const gzip = promisify(gzipCompress)
const brotli = promisify(brotliCompress)

interface PagesToBuild {
  /** The application's folder: it has a `vite.config.ts`, and `dist` when built. */
  readonly folder: string
  /** The folders and files of its sources. */
  readonly sources: readonly string[]
  readonly signal: AbortSignal
}

/** The product's single-page applications: their folders and their sources. */
export function pagesOf(root: string, signal: AbortSignal): PagesToBuild[] {
  const shared = ['ui/src', 'client/src', 'contract/src', 'tools/app-build.ts', 'package-lock.json']
  return ['console', 'messenger'].map((name) => ({
    folder: join(root, name),
    sources: [name, ...shared].map((path) => join(root, path)),
    signal,
  }))
}

/**
 * Builds a single-page application unless its build matches the current sources. An interrupted build is repeated, because the
 * mark of a complete one is written last.
 * @throws Error with the builder's output.
 */
export async function ensurePagesBuilt(pages: PagesToBuild): Promise<'built' | 'current'> {
  const mark = join(pages.folder, 'dist', '.complete')
  const builtAt = await stat(mark).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  const newestAt = await newest(pages.sources)
  if (builtAt >= newestAt) return 'current'
  await build(pages)
  await compressFiles(join(pages.folder, 'dist'))
  await writeFile(mark, '')
  // The time of the newest source, so that a source saved during the build counts as newer.
  const madeOf = new Date(Math.ceil(newestAt))
  await utimes(mark, madeOf, madeOf)
  return 'built'
}

async function build({ folder, signal }: PagesToBuild): Promise<void> {
  const vite = await findVite(folder)
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    signal,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${basename(folder)} could not be built:\n${said.trim()}`)
}

/** Writes a `.br` and a `.gz` next to each file that gets smaller, so that no request waits for compression. */
async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const texts = entries.filter((entry) => entry.isFile() && /\.(js|css|html|svg|json)$/.test(entry.name))
  for (const { parentPath, name } of texts) {
    const path = join(parentPath, name)
    const bytes = await readFile(path)
    if (bytes.length < 1024) continue
    await writeFile(`${path}.gz`, await gzip(bytes, { level: 9 }))
    await writeFile(`${path}.br`, await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }))
  }
}

/** npm puts a workspace's tools into the root folder, or into the workspace if versions differ. */
async function findVite(folder: string): Promise<string> {
  for (const root of [folder, join(folder, '..')]) {
    const path = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    if (await isThere(path)) return path
  }
  throw new Error('vite is not installed. Run `npm ci`.')
}

/** When the newest of the files changed, in milliseconds since 1970. */
async function newest(paths: readonly string[]): Promise<number> {
  let latest = 0
  for (const path of paths) {
    const found = await stat(path)
    if (!found.isDirectory()) latest = Math.max(latest, found.mtimeMs)
    else {
      const below = await readdir(path, { withFileTypes: true })
      const wanted = below.filter(({ name }) => !isIgnored(name)).map(({ name }) => join(path, name))
      latest = Math.max(latest, await newest(wanted))
    }
  }
  return latest
}

/** Not part of the build, or written by the build itself. */
const isIgnored = (name: string) => /^(node_modules|dist)$|\.test\.tsx?$|\.gen\.ts$|\.tsbuildinfo$/.test(name)
