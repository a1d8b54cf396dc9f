import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the repository. */
const root = fileURLToPath(new URL('..', import.meta.url))

interface VitestRun {
  readonly code: number
  /** Its output, if it is not shown at once. */
  readonly output: string
}

/** Runs the test files whose paths contain one of `parts`. @param shows `at the end` returns the output. */
export async function runVitest(
  parts: readonly string[],
  env: NodeJS.ProcessEnv,
  shows: 'at once' | 'at the end',
): Promise<VitestRun> {
  const isShown = shows === 'at once'
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...parts], {
    cwd: root,
    stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(!isShown && { NO_COLOR: '1', FORCE_COLOR: undefined }), ...env },
  })
  let output = ''
  child.stdout?.on('data', (text) => (output += text))
  child.stderr?.on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code: code ?? 1, output }
}

/** The test files that import a module, with one of `parts` in their path; without parts, all of them. */
export async function testsThatImport(module: string, parts: readonly string[] = []): Promise<string[]> {
  const found: string[] = []
  for await (const path of glob('**/*.test.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] }))
    if (parts.length === 0 || parts.some((part) => path.includes(part)))
      if ((await readFile(join(root, path), 'utf8')).includes(`from '${module}'`)) found.push(path)
  return found.toSorted()
}
