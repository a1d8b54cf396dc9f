import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareRoles } from '#platform/database-roles.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import { silentLog } from '#platform/log.ts'
import { migrate } from '#schema/migrate.ts'
import { programEnvironment } from '#testing/program-environment.ts'
import { releaseSchema } from './release-schema.ts'

let home: string
let database: EmbeddedPostgres
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'verbatim-organizations-'))
  await chmod(home, 0o711) // for the database's user, where root runs it
  database = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
  await prepareRoles(database.ownerUrl, await readInstallationSecret(home))
  await migrate(database.ownerUrl, await releaseSchema())
}, 60_000)
afterAll(async () => {
  await database?.stop()
  await rm(home, { recursive: true, force: true })
})

const entry = fileURLToPath(new URL('organizations.ts', import.meta.url))
const run = (words: string[], env: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; said: string; refused: string }>((resolve) => {
    const settings = { ...programEnvironment, VERBATIM_HOME: home, ...env }
    const child = execFile(process.execPath, [entry, ...words], { env: settings }, (_error, said, refused) =>
      resolve({ code: child.exitCode ?? -1, said, refused }),
    )
  })

test(
  'the command creates, lists, closes and reopens organizations of a running installation',
  { timeout: 60_000 },
  async () => {
    const founded = await run(['found', 'acme', 'Acme', 'Bank'])
    expect(founded.said).toMatch(
      /^Address +http:\/\/localhost:3000\nSet up +http:\/\/localhost:3000\/set-up#[\w-]{43} /,
    )
    expect((await run(['found', 'branch'])).said).toContain('http://branch.verbatim.localhost:3000/set-up#')
    expect((await run(['close', 'branch'])).said).toBe('branch is closed. Its records are kept.\n')
    const { said } = await run(['list'], { DATABASE_URL: database.ownerUrl })
    expect(said).toMatch(/^acme +waiting +http:\/\/localhost:3000 .*Acme Bank\nbranch +closed +http/)
    if (!isWhole) return
    expect((await run(['reopen', 'branch'])).said).toBe('branch is open again.\n')
    expect((await run(['trail'])).said.split('\n').filter(Boolean)).toHaveLength(4)
  },
)

const mistakes: readonly [string, string[], string][] = [
  ['what it is not for', ['remove', 'acme'], 'Usage: '],
  ['no label', ['close'], 'Usage: '],
  ['a reserved label', ['found', 'www'], 'can’t be dev'],
  ['an unknown one', ['close', 'nobody'], 'There is no organization with the name nobody.'],
]

test.each(shareOf(mistakes, 4))('explains the error of %s', async (_which, words, sentence) => {
  const { code, refused } = await run(words)
  expect([code, refused]).toEqual([1, expect.stringContaining(sentence)])
})

test(
  'a home without an installation is refused, and none is created there',
  { tags: ['whole'] },
  async () => {
    const { code, refused } = await run(['list'], { VERBATIM_HOME: join(home, 'nothing') })
    expect([code, refused]).toEqual([1, expect.stringContaining('There is no installation in')])
  },
)
