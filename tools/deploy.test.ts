/** The deployment files use existing settings, and units that the service manager accepts. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describeVariables } from '@verbatim/server/platform/config.ts'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const folder = fileURLToPath(new URL('../deploy/', import.meta.url))
const read = (name: string) => readFile(`${folder}${name}`, 'utf8')

/** Variables of other images, of Node and of the shell. */
const notOurs =
  /^(NODE_ENV|DATABASE_PASSWORD|BUCKET_PASSWORD|POSTGRES_PASSWORD|MINIO_ROOT_(USER|PASSWORD)|ON_ERROR_STOP)$/

test.each([
  ['example.env', /^([A-Z][A-Z0-9_]+)=/gm],
  ['compose.yaml', /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+): /g],
  ['Dockerfile', /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g],
])('%s names no setting that does not exist', async (name, pattern) => {
  const known = new Set(describeVariables().map((setting) => setting.name))
  const named = [...(await read(name)).matchAll(pattern)].map(([, setting = '']) => setting)
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((setting) => !known.has(setting) && !notOurs.test(setting))).toEqual([])
})

const analyze = await run('systemd-analyze', ['--version']).catch(() => undefined)

test.skipIf(!analyze)(
  `the unit is one that systemd accepts${analyze ? '' : ': systemd-analyze is absent'}`,
  async () => {
    const { stdout, stderr } = await run('systemd-analyze', [
      'verify',
      '--man=no',
      `${folder}systemd/verbatim.service`,
    ]).catch((error: { stdout: string; stderr: string }) => error)
    // The program it starts is not installed here.
    const found = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('verbatim.service'))
    expect(found.filter((line) => !line.includes('is not executable'))).toEqual([])
  },
)
