import { connect } from '#schema/connect.ts'
import { Refusal } from './refusal.ts'

/**
 * The lowest safe minor version of each major version: older ones do not always apply row-level security (CVE-2024-10976,
 * CVE-2025-8713).
 */
const leastMinor: Readonly<Record<number, number>> = { 15: 14, 16: 10, 17: 6 }

/** Settings that must be on, and what is lost if they are off. `synchronous_commit` has several ways to be on. */
const promises = {
  fsync: 'a power cut could lose or damage acknowledged records',
  full_page_writes: 'a power cut could damage pages beyond repair',
  synchronous_commit: 'records would be acknowledged before they are on disk',
  data_checksums: 'damaged pages would be read as if they were sound',
} as const

/** The settings of a server that `refuseSettings` checks. */
export const settingNames: readonly string[] = ['server_version_num', ...Object.keys(promises)]

/**
 * Refuses a database that cannot keep acknowledged data: one that is too old, does not write through to disk, or connects us
 * as a superuser, whom row-level security does not restrict.
 * @throws Refusal that names the setting and what to do.
 */
export async function refuseUnsafeDatabase(ownerUrl: string): Promise<void> {
  await using client = await connect(ownerUrl)
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1)
     union all select 'superuser', (rolsuper or rolbypassrls)::text from pg_roles where rolname = current_user`,
    [settingNames],
  )
  refuseSettings(Object.fromEntries(rows.map(({ name, setting }) => [name, setting])))
}

/** The check itself, on the server's settings. */
export function refuseSettings(settings: Readonly<Record<string, string>>): void {
  const version = Number(settings['server_version_num'])
  const [major, minor] = [Math.floor(version / 10_000), version % 10_000]
  if (!(major >= 15)) throw new Refusal(`PostgreSQL ${major} is too old. Verbatim needs 15 or newer.`)
  const least = leastMinor[major] ?? 0
  if (minor < least) {
    throw new Refusal(
      `PostgreSQL ${major}.${minor} has known faults in row-level security. Update it to ${major}.${least} or newer.`,
    )
  }
  for (const [name, loss] of Object.entries(promises)) {
    if (settings[name] === 'off') throw new Refusal(`PostgreSQL runs with ${name} off: ${loss}. Turn it on.`)
  }
  if (settings['superuser'] === 'true') {
    throw new Refusal(
      'The role in DATABASE_URL bypasses row-level security. Create a role for Verbatim: ' +
        "CREATE ROLE verbatim_owner LOGIN CREATEROLE PASSWORD '…'; CREATE DATABASE verbatim OWNER verbatim_owner;",
    )
  }
}
