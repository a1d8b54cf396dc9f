import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { Blobs } from '#platform/blobs.ts'
import { passwordOfRole } from '#platform/database-roles.ts'
import { readInstallationSecret } from '#platform/installation/secret.ts'
import { readDatabaseState, refuseForeignRole } from '#platform/installation/database.ts'
import { restoringFileOf } from '#platform/installation/home.ts'
import { type HomeMark, writeMark } from '#platform/installation/seal.ts'
import { syncFolder } from '#platform/paths.ts'
import { lockHome } from '#platform/processes/instance-lock.ts'
import { Refusal } from '#platform/refusal.ts'
import { connect } from '#schema/connect.ts'
import type { Schema } from '#schema/sql-files.ts'
import { unpackHome } from './home-files.ts'
import { type ChosenBackup, chooseBackup, openChain } from './chain.ts'
import { readFileOf } from './layout.ts'
import { openOldHomes } from './old-homes.ts'
import { restoreAttachments, restoreDatabase } from './restore.ts'

interface RestoreOptions {
  readonly folder: string
  readonly passphrase: string
  /** Otherwise the newest that nothing is known against. */
  readonly id?: string | undefined
  readonly home: string
  /** Homes of nodes of the installation, whose collected messages belong into the new one. */
  readonly oldHomes?: readonly string[]
  readonly database: HomeMark['database']
  /** Starts or reaches the database, once the home has its secret. Returns the owner's address. */
  readonly openDatabase: () => Promise<string>
  readonly schema: Schema
  readonly blobs: Pick<Blobs, 'restore'>
  readonly signal?: AbortSignal | undefined
  readonly tell: (text: string) => void
}

interface Restored extends ChosenBackup {
  /** Files of collected messages. */
  readonly takenOver: number
}

/**
 * Restores an installation into an empty home and an empty database. Until everything is written and compared, the home is
 * marked as being restored, and no start uses it.
 * @throws Refusal if the target is not empty, the passphrase is wrong, or a file is damaged, or an old home is not one: before anything is written.
 */
export async function restoreInstallation(options: RestoreOptions): Promise<Restored> {
  const { home, folder, passphrase, id, schema, signal, tell } = options
  await refuseFilledHome(home)
  tell('checking every file')
  const chosen = await chooseBackup(folder, id)
  await using old = await openOldHomes(options.oldHomes ?? [], chosen.header.installation)
  const chain = await openChain(folder, passphrase, chosen)
  const newest = chain.at(-1)
  if (!newest) throw new Error('There is no backup to restore')
  const release = await lockHome(home)
  try {
    await writeFile(restoringFileOf(home), `${newest.folder}\n`, { mode: 0o600, flush: true })
    await syncFolder(home)
    await unpackHome(home, readFileOf(newest, 'home'))
    const secret = await readInstallationSecret(home)
    const ownerUrl = await options.openDatabase()
    await refuseForeignRole(ownerUrl, passwordOfRole(secret))
    await restoreDatabase(chain, { ownerUrl, secret, schema, signal, tell })
    tell('attachments')
    await restoreAttachments(chain, (tenantId, bytes) => options.blobs.restore(tenantId, bytes))
    const takenOver = await old.takeOver(home)
    await using client = await connect(ownerUrl)
    const { sealed } = await readDatabaseState(client)
    if (!sealed) throw new Error('The database that was restored has no seal')
    await writeMark(home, { ...sealed, database: options.database })
    await rm(restoringFileOf(home))
    await syncFolder(home)
    return { ...chosen, takenOver }
  } finally {
    await release()
  }
}

async function refuseFilledHome(home: string): Promise<void> {
  await mkdir(home, { recursive: true })
  const found = await readdir(home)
  if (found.length > 0)
    throw new Refusal(
      `${home} is not empty: it holds ${found.slice(0, 5).join(', ')}. Restore into an empty home. Nothing was changed.`,
    )
}
