import { execFile } from 'node:child_process'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isThere, syncFolder } from '#platform/paths.ts'
import { connect } from '#schema/connect.ts'
import type { Binaries } from './binaries.ts'
import { asDatabaseUser, giveTo } from './database-user.ts'
import { ownFolder, type Place } from './place.ts'
import type { Durability } from './settings.ts'

const run = promisify(execFile)

/** The cluster's administrator: only creates the owner and its database. */
export const superuser = 'postgres'
export const ownerRole = 'verbatim_owner'
export const databaseName = 'verbatim'

/**
 * Creates the data folder on the first start. It gets its name only when complete, so an interrupted first start is simply repeated.
 * @throws Error if another major version created the folder.
 */
export async function initialiseCluster(
  place: Place,
  binaries: Binaries,
  password: string,
  durability: Durability,
): Promise<'made' | 'found'> {
  const major = binaries.version.split('.')[0]
  const made = await readFile(join(place.dataFolder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  if (made !== undefined) {
    if (made.trim() === major) return 'found'
    throw new Error(
      `${place.dataFolder} was created by PostgreSQL ${made.trim()}. This release includes ${binaries.version}. ` +
        'Export it with the release that created it.',
    )
  }
  const unfinished = `${place.dataFolder}.unfinished`
  const passwordFile = join(place.folder, 'initial-password')
  await rm(unfinished, { recursive: true, force: true })
  if (place.isShutIn) {
    await mkdir(unfinished, { mode: 0o700 })
    await giveTo(place.user, unfinished)
  }
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(place.user, passwordFile)
  try {
    await run(
      join(binaries.folder, 'bin', 'initdb'),
      [
        `--pgdata=${place.isShutIn ? ownFolder : unfinished}`,
        `--username=${superuser}`,
        `--pwfile=${place.isShutIn ? `${ownFolder}/../initial-password` : passwordFile}`,
        '--auth=scram-sha-256',
        '--data-checksums',
        '--encoding=UTF8',
        // Orders by code point and knows Unicode's case rules, equally on every machine and after every update of libc.
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
        ...(durability === 'throwaway' ? ['--no-sync'] : []),
      ],
      asDatabaseUser(place.user, place.isShutIn ? unfinished : undefined),
    )
  } catch (cause) {
    const said = (cause as { stderr?: string }).stderr?.trim()
    throw new Error(`initdb failed: ${said || String(cause)}`, { cause })
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(unfinished, place.dataFolder)
  if (durability !== 'throwaway') await syncFolder(dirname(place.dataFolder))
  return 'made'
}

/** Whether the data folder exists; if it does, it is complete. */
export const isMade = (place: Place): Promise<boolean> => isThere(join(place.dataFolder, 'PG_VERSION'))

/** Creates the role that owns the product's database, and the database; updates the role's password. */
export async function prepareOwner(superuserUrl: string, password: string): Promise<void> {
  await using client = await connect(superuserUrl)
  const role = await client.query('select from pg_roles where rolname = $1', [ownerRole])
  const attributes = `login createrole nosuperuser nobypassrls password ${client.escapeLiteral(password)}`
  await client.query(`${role.rowCount ? 'alter' : 'create'} role ${ownerRole} ${attributes}`)
  const database = await client.query('select from pg_database where datname = $1', [databaseName])
  if (database.rowCount) return
  await closeSystemFunctions(superuserUrl)
  await client.query(`create database ${databaseName} owner ${ownerRole}`)
}

/**
 * Revokes privileges that every role has and the product does not need: large objects, which have no tenant; locks
 * that outlive a transaction; and messages in the write-ahead log. Databases are created from the template that this closes.
 */
async function closeSystemFunctions(superuserUrl: string): Promise<void> {
  const template = new URL(superuserUrl)
  template.pathname = '/template1'
  await using client = await connect(template.href)
  await client.query(
    `do $$ declare f regprocedure; begin
       for f in select oid from pg_proc where pronamespace = 'pg_catalog'::regnamespace
         and (proname ~ '^(lo_|lo(read|write)$|pg_(try_)?advisory_(un)?lock(_shared|_all)?$)' or proname = 'pg_logical_emit_message')
       loop
         execute format('revoke execute on function %s from public', f);
         execute format('grant execute on function %s to ${ownerRole}', f);
       end loop;
     end $$`,
  )
}
