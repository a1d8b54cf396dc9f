import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { appRole } from './database-roles.ts'
import { databaseName } from './embedded-postgres/cluster.ts'
import { preparePlace } from './embedded-postgres/place.ts'
import { deriveSecret, readInstallationSecret } from './installation/secret.ts'
import { Refusal } from './refusal.ts'

/**
 * The address of a running installation's database for the serving role, for commands that run next to it.
 * @throws Refusal if its home contains no installation
 */
export async function findRunningDatabase({ VERBATIM_HOME: home, DATABASE_URL }: Config): Promise<string> {
  const isThere = await access(join(home, 'secret')).then(
    () => true,
    () => false,
  )
  if (!isThere)
    throw new Refusal(
      `There is no installation in ${home}. Set VERBATIM_HOME to the home of an installation.`,
    )
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
