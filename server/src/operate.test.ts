import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shareOf } from '@verbatim/reference/share.ts'
import { expect, test } from 'vitest'
import { programEnvironment } from '#testing/program-environment.ts'

const programs: readonly [string, string[]][] = [
  ['verify.ts', []],
  ['backup.ts', [join(tmpdir(), 'verbatim-backups')]],
]

test.each(shareOf(programs, 2))(
  '%s makes nothing in a folder without an installation',
  async (program, args) => {
    const home = await mkdtemp(join(tmpdir(), 'verbatim-no-home-'))
    const child = spawn(process.execPath, [fileURLToPath(new URL(program, import.meta.url)), ...args], {
      env: {
        ...programEnvironment,
        VERBATIM_HOME: home,
        VERBATIM_BACKUP_PASSPHRASE: 'a passphrase that is long enough',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text) => (said += text))
    await once(child, 'close')
    expect([child.exitCode, said.trim()]).toEqual([
      1,
      `There is no installation in ${home}. Set VERBATIM_HOME to the home of an installation.`,
    ])
    expect(await readdir(home)).toEqual([])
    await rm(home, { recursive: true })
  },
)
