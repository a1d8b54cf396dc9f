import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import type { Log } from '#platform/log.ts'
import { Refusal } from '#platform/refusal.ts'
import { verify, type VerifyOptions } from '#platform/verify/verify.ts'
import { unpackHome } from './home-files.ts'
import { chooseBackup, openChain } from './chain.ts'
import { type FoundBackup, readFileOf } from './layout.ts'
import type { Schema } from '#schema/sql-files.ts'
import { restoreAttachments, restoreDatabase } from './restore.ts'
import { Unreadable } from './sealed-file.ts'
import { openScratch } from './scratch.ts'
import { isUnsound, Unsound, writeTrial } from './trial.ts'

interface TryRestore extends Pick<VerifyOptions, 'findDiffering'> {
  readonly folder: string
  readonly passphrase: string
  readonly id: string
  readonly schema: Schema
  readonly now: Date
  readonly log: Log
  readonly signal?: AbortSignal | undefined
  readonly tell: (text: string) => void
}

/**
 * Restores a backup, with the backups that it builds upon, into a temporary database and home, and checks everything: every file,
 * the count and hash of every table, and the hash of every record and attachment. The backup is marked with the result.
 * @throws Unsound that names the difference @throws Refusal that names a file that cannot be read
 */
export async function tryRestore(options: TryRestore): Promise<void> {
  const chosen = await chooseBackup(options.folder, options.id)
  const triedAt = options.now.toISOString()
  try {
    await restoreIntoScratch(chosen, options)
  } catch (error) {
    if (error instanceof Unreadable) {
      await writeTrial(chosen.folder, { triedAt, unread: error.message })
      throw new Refusal(
        `${error.message} The trial restore of ${chosen.folder} did not finish. The next backup will be full.`,
        { cause: error },
      )
    }
    if (!isUnsound(error)) throw error
    await writeTrial(chosen.folder, { triedAt, failure: error.message })
    throw new Unsound(
      `${error.message} ${chosen.folder} failed its trial restore. The next backup will be full.`,
      {
        cause: error,
      },
    )
  }
  await writeTrial(chosen.folder, { triedAt })
}

async function restoreIntoScratch(chosen: FoundBackup, options: TryRestore): Promise<void> {
  const { folder, passphrase, schema, now, log, signal, tell, findDiffering } = options
  await using cleanup = new AsyncDisposableStack()
  const { folder: scratch } = cleanup.use(await openScratch())
  const chain = await openChain(folder, passphrase, chosen)
  const newest = chain.at(-1)
  if (!newest) throw new Error('There is no backup to try')
  await unpackHome(scratch, readFileOf(newest, 'home'))
  const secret = await readInstallationSecret(scratch)
  const database = await startEmbeddedPostgres({
    home: scratch,
    log,
    durability: 'throwaway',
    ...(signal && { signal }),
  })
  cleanup.defer(() => database.stop())
  await restoreDatabase(chain, { ownerUrl: database.ownerUrl, secret, schema, signal, tell })
  await restoreAttachments(chain, () => Promise.resolve())
  const { findings } = await verify({
    ownerUrl: database.ownerUrl,
    secret,
    schema,
    ignoresDurability: true,
    findDiffering,
    now,
    signal,
    tell,
  })
  // The backup gives back what was there. Mostly that is what has the fault, and a further full backup would have it too.
  if (findings.length > 0)
    throw new Refusal(
      `The restored installation has problems: ${findings.join(' ')} If npm run verify does not find them too, back up with --full.`,
    )
}
