import { isThere } from '#platform/paths.ts'
import type { Config } from './config.ts'
import { appRole } from './database-roles.ts'
import { type DbContext, openDb } from './db.ts'
import { databaseName } from './embedded-postgres/cluster.ts'
import { preparePlace } from './embedded-postgres/place.ts'
import { deriveSecret, readInstallationSecret, secretFileOf } from './installation/secret.ts'
import { Refusal } from './refusal.ts'
import { openSharedClock } from './shared-clock.ts'

/**
 * A running installation's database as the serving role, and the clock that it goes by, for commands that run next to it. Both are
 * closed with `resources`.
 * @throws Refusal if its home contains no installation
 */
export async function openRunningDatabase(
  config: Config,
  resources: AsyncDisposableStack,
): Promise<DbContext> {
  const db = openDb(await findRunningDatabase(config), { max: 2, onError: () => {} })
  resources.defer(() => db.destroy())
  const clock = await openSharedClock(db)
  resources.defer(clock.close)
  return { db, now: clock.now }
}

/** @throws Refusal if there is none: a command would create parts of one. */
export async function requireInstallation(home: string): Promise<void> {
  if (!(await isThere(secretFileOf(home))))
    throw new Refusal(
      `There is no installation in ${home}. Set VERBATIM_HOME to the home of an installation.`,
    )
}

async function findRunningDatabase({ VERBATIM_HOME: home, DATABASE_URL }: Config): Promise<string> {
  await requireInstallation(home)
  const secret = await readInstallationSecret(home)
  const password = deriveSecret(secret, `database role ${appRole}`).toString('base64url')
  if (DATABASE_URL) {
    const url = new URL(DATABASE_URL)
    url.username = appRole
    url.password = password
    return url.href
  }
  const { socketFolder } = await preparePlace(home)
  return `postgresql://${appRole}:${password}@${encodeURIComponent(socketFolder)}:5432/${databaseName}`
}
