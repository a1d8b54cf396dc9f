import { randomUUID } from 'node:crypto'
import { passwordOfRole, prepareRoles } from '#platform/database-roles.ts'
import { ensureInstallationSecret, secretFileOf } from '#platform/installation/secret.ts'
import { Refusal } from '#platform/refusal.ts'
import { connect } from '#schema/connect.ts'
import { migrate } from '#schema/migrate.ts'
import type { Schema } from '#schema/sql-files.ts'
import { type DatabaseState, readDatabaseState, refuseForeignRole, sealDatabase } from './database.ts'
import { type Home, openHome } from './home.ts'
import { type HomeMark, isSealedWith, sealOf, writeMark } from './seal.ts'

/** Serialises starts with the same database, above all first starts; any constant works. */
export const lockKey = 7_261_123

interface Preparing {
  /** Connects as the documented owner. */
  readonly ownerUrl: string
  readonly database: HomeMark['database']
  /** The wanted schema of the database. */
  readonly schema: Schema
  /** Called with the name of each migration that was run. */
  readonly migrated?: (name: string) => void
  /** Called with the sessions that a migration waits for. */
  readonly waits?: (holders: string) => void
}

/**
 * Updates roles and schema, after home and database have recognized each other. Only if both are new does it create
 * the secret and seal the database with it; of many first starts at once, one does.
 * @throws Refusal that names the problem and what to restore. Nothing is changed.
 */
export async function prepareInstallation(
  folder: string,
  { ownerUrl, database, schema, migrated, waits }: Preparing,
): Promise<{ readonly appUrl: string; readonly id: string }> {
  await using lock = await connect(ownerUrl)
  await lock.query('select pg_advisory_lock($1)', [lockKey])
  // Checked under the lock, because another start of the same home may have just created its secret.
  const home = await openHome(folder, database)
  const found = await readDatabaseState(lock)
  refuseStranger(home, found)
  await refuseForeignRole(ownerUrl, home.secret && passwordOfRole(home.secret))
  const secret = home.secret ?? (await ensureInstallationSecret(folder))
  const { appUrl } = await prepareRoles(ownerUrl, secret)
  await migrate(ownerUrl, schema, { applied: migrated, waits })
  const seal = found.sealed ?? sealOf(secret, randomUUID())
  if (!found.sealed) await sealDatabase(lock, seal)
  if (home.mark?.database !== database) await writeMark(folder, { ...seal, database })
  return { appUrl, id: seal.id }
}

/** The check itself. @throws Refusal */
function refuseStranger(home: Home, found: DatabaseState): void {
  const { sealed, organizations } = found
  if (sealed) refuseOtherSecret(home, sealed)
  else if (home.traces.length > 0)
    throw new Refusal(
      `The database ${found.name} does not belong to an installation, but ${home.folder} does: it contains ` +
        `${home.traces.join(', ')}. Point DATABASE_URL at the database of this installation, or restore a backup into an ` +
        'empty home and an empty database (docs/guides/backup-and-disaster.md).',
    )
  else if (organizations.found > 0)
    throw new Refusal(
      `The database ${found.name} holds ${organizations.found} organizations but no installation: it was copied or ` +
        'restored in part. Restore a whole backup (docs/guides/backup-and-disaster.md).',
    )
  if (sealed && organizations.said !== organizations.found)
    throw new Refusal(
      `The database ${found.name} is incomplete: of ${organizations.said} organizations it contains ` +
        `${organizations.found}. Restore a whole backup (docs/guides/backup-and-disaster.md).`,
    )
}

function refuseOtherSecret({ folder, secret, mark }: Home, sealed: { id: string; seal: Buffer }): void {
  if (mark && mark.id !== sealed.id)
    throw new Refusal(
      `The database belongs to installation ${sealed.id}, and ${folder} to installation ${mark.id}. ` +
        'Point VERBATIM_HOME and DATABASE_URL at the same installation.',
    )
  if (!secret)
    throw new Refusal(
      `The database belongs to installation ${sealed.id}, and ${folder} has no secret. Copy ${secretFileOf(folder)} from ` +
        'another node of the installation, or restore it from a backup (docs/guides/backup-and-disaster.md).',
    )
  if (!isSealedWith(sealed, secret))
    throw new Refusal(
      `The database belongs to installation ${sealed.id}, and ${secretFileOf(folder)} is the secret of another installation. ` +
        'Point VERBATIM_HOME at the home of that installation, or restore its secret from a backup.',
    )
}
