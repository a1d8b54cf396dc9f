import { readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '#platform/paths.ts'
import { findInstallationSecret, nextSecretFileOf, secretFileOf } from '#platform/installation/secret.ts'
import { Refusal } from '#platform/refusal.ts'
import { type HomeMark, isSealedWith, markFileOf, readMark } from './seal.ts'

/** The parts of an installation in `VERBATIM_HOME`. A missing folder contains none. */
export interface Home {
  readonly folder: string
  readonly secret: Buffer | undefined
  readonly mark: HomeMark | undefined
  /** Files that exist only after an installation has served, so its database must be sealed. */
  readonly traces: readonly string[]
}

/** The file that marks an unfinished restore. */
export const restoringFileOf = (home: string) => join(home, 'restoring')

/** What nodes collected while they could not reach the database. */
export const collectedFolderOf = (home: string) => join(home, 'collected')

const guide = 'docs/guides/backup-and-disaster.md'

/**
 * Checks a home before anything in it changes, and refuses one that is no longer complete, or that mixes
 * installations: a start would replace it with an empty installation that refuses deliveries permanently.
 * @throws Refusal that names the problem and what to restore. Nothing is changed.
 */
export async function openHome(folder: string, database: HomeMark['database']): Promise<Home> {
  await refuseUnfinished(folder)
  const secret = await findInstallationSecret(folder)
  const mark = await readMark(folder)
  const home = { folder, secret, mark, traces: await findTraces(folder, mark) }
  const data = await findData(folder)
  refuseOtherSecret(home, data)
  if (database === 'embedded') refuseLostDatabase(home, data)
  return home
}

async function refuseUnfinished(folder: string): Promise<void> {
  if (await isThere(restoringFileOf(folder)))
    throw new Refusal(
      `A restore into ${folder} did not finish. Empty the folder and the database, and restore again (${guide}).`,
    )
  if (await isThere(nextSecretFileOf(folder)))
    throw new Refusal(
      `The secret of ${folder} was being changed, but the change did not finish. Run npm run rotate-secret again.`,
    )
}

/** Without its own secret, an installation can read nothing that it sealed. */
function refuseOtherSecret({ folder, secret, mark, traces }: Home, data: Data): void {
  const found = data.isThere ? [...traces, data.folder] : traces
  if (!secret && found.length > 0)
    throw new Refusal(
      `${folder} has no secret, but it is the home of an installation: it contains ${found.join(', ')}. ` +
        `Restore ${secretFileOf(folder)} from a backup, or copy it from another node of the installation (${guide}).`,
    )
  if (secret && mark && !isSealedWith(mark, secret))
    throw new Refusal(
      `${secretFileOf(folder)} is not the secret of installation ${mark.id}, to which ${folder} belongs. ` +
        `Restore that secret from a backup, or copy it from another node of the installation (${guide}).`,
    )
}

/** A start with the embedded database would begin with an empty one. */
function refuseLostDatabase({ folder, mark, traces }: Home, data: Data): void {
  if (mark?.database === 'own')
    throw new Refusal(
      `DATABASE_URL is not set, but the records of installation ${mark.id} are in your own database. ` +
        'Set it again. Otherwise this start would create an empty database.',
    )
  if (traces.length > 0 && !data.isThere)
    throw new Refusal(
      `The database of this installation is missing: ${folder} holds ${traces.join(', ')}, but there is nothing in ` +
        `${data.folder}${data.linked}. Put that folder back, or restore a backup into an empty home (${guide}).`,
    )
}

/** The files of a home that are missing after an interrupted first start. */
async function findTraces(folder: string, mark: HomeMark | undefined): Promise<string[]> {
  const [founded, blobs] = [join(folder, 'founded.json'), join(folder, 'blobs')]
  const left = [
    mark && markFileOf(folder),
    (await isThere(founded)) && founded,
    (await readdir(blobs).catch(() => [])).length > 0 && blobs,
  ]
  return left.filter((path) => typeof path === 'string')
}

interface Data {
  readonly folder: string
  readonly isThere: boolean
  /** The target, if the database's folder is a link. */
  readonly linked: string
}

async function findData(home: string): Promise<Data> {
  const postgres = join(home, 'postgres')
  const folder = join(postgres, 'data')
  const target = await readlink(postgres).catch(() => undefined)
  return {
    folder,
    isThere: await isThere(join(folder, 'PG_VERSION')),
    linked: target === undefined ? '' : `, which is kept in ${target}`,
  }
}
