import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { silentLog } from '#platform/log.ts'
import { releaseSchema } from '#release-schema.ts'
import { connect } from '#schema/connect.ts'
import { withDatabase } from '#testing/global-setup.ts'
import { programEnvironment } from '#testing/program-environment.ts'

async function runBackup(home: string): Promise<{ code: number | null; said: string }> {
  const program = fileURLToPath(new URL('backup.ts', import.meta.url))
  const child = spawn(process.execPath, [program, join(home, 'backups'), '--no-verify'], {
    env: {
      ...programEnvironment,
      VERBATIM_HOME: home,
      VERBATIM_BACKUP_PASSPHRASE: 'a passphrase that is long enough',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text))
  await once(child, 'close')
  return { code: child.exitCode, said }
}

test('a backup that is complete but for what the store lost ends with a code of its own', async () => {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'verbatim-backup-code-')))
  await chmod(home, 0o711)
  try {
    const database = await startEmbeddedPostgres({ home, log: silentLog, durability: 'throwaway' })
    const { ownerUrl, superuserUrl } = database
    await prepareInstallation(home, { ownerUrl, database: 'embedded', schema: await releaseSchema() })
    {
      await using client = await connect(withDatabase(superuserUrl, new URL(ownerUrl).pathname.slice(1)))
      // Without what it refers to: only the file counts here.
      await client.query(`set session_replication_role = replica;
        insert into comment_file (tenant_id, id, event_id, uploaded_by, name, content_type, size_bytes, sha256, at)
        select id, id, id, id, 'a.txt', 'text/plain', 1, sha256('lost'), now() from gen_random_uuid() id`)
    }
    await database.stop()
    expect(await runBackup(home)).toEqual({
      code: 2,
      said: expect.stringMatching(/and therefore not in this backup: 1\n/),
    })
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
})
