import type pg from 'pg'
import { connect } from '#schema/connect.ts'
import { deriveSecret } from './installation/secret.ts'
import { Refusal } from './refusal.ts'

/** Serves: reads and writes what row-level security allows, owns nothing. */
export const appRole = 'verbatim_app'
/** Owns the functions that answer without a tenant, or faster than row-level security allows; it cannot sign in. */
export const searchRole = 'verbatim_search'
/** Reads every row and changes none: the owner becomes it for a backup and for verification; it cannot sign in. */
export const backupRole = 'verbatim_backup'

/** The serving role's password, the same at every start. */
export const passwordOfRole = (secret: Buffer, role = appRole) =>
  deriveSecret(secret, `database role ${role}`).toString('base64url')

/**
 * Creates or updates the roles that migrations grant to, as the owner of the database, who needs only CREATEROLE. The
 * roles belong to the cluster, so databases of one cluster share them.
 * @param secret The installation's; the serving role's password is derived from it.
 * @returns The address for the server's connections.
 * @throws Refusal with instructions for an administrator, if the owner may not do this.
 */
export async function prepareRoles(ownerUrl: string, secret: Buffer): Promise<{ appUrl: string }> {
  const password = passwordOfRole(secret)
  await using client = await connect(ownerUrl)
  try {
    await client.query('begin')
    // Two servers of one cluster may start at once; concurrent role changes fail instead of waiting.
    await client.query('select pg_advisory_xact_lock(7261122)')
    await createOrAlter(client, appRole, `login noinherit password ${client.escapeLiteral(password)}`)
    for (const role of [searchRole, backupRole]) {
      await createOrAlter(client, role, 'nologin noinherit')
      await letOwnerBecome(client, role)
    }
    // A role may change its own settings, and they would outlive its sessions.
    await client.query(`alter role ${appRole} reset all`)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    for (const { name } of rows) await client.query(withoutTemporary(client.escapeIdentifier(name)))
    await client.query('commit')
  } catch (error) {
    throw explain(error)
  }
  const appUrl = new URL(ownerUrl)
  appUrl.username = appRole
  appUrl.password = password
  return { appUrl: appUrl.href }
}

/** Only the owner may create temporary tables, because they could hide the real ones. */
export const withoutTemporary = (database: string): string =>
  `revoke temporary, create on database ${database} from public`

async function createOrAlter(client: pg.Client, role: string, attributes: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  await client.query(`${found.rowCount ? 'alter' : 'create'} role ${role} ${attributes}`)
}

/**
 * Allows the owner to run `set role` and `alter function … owner to` with a role. Since version 16 that is the SET option of
 * a membership. INHERIT stays off; otherwise the policies for that role would open the tables to the owner.
 */
async function letOwnerBecome(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ version: string; member: boolean }>(
    `select current_setting('server_version_num') as version,
            pg_has_role(current_user, $1, case when current_setting('server_version_num')::int >= 160000
                                               then 'SET' else 'MEMBER' end) as member`,
    [role],
  )
  const [found] = rows
  if (!found || found.member) return
  const options = Number(found.version) >= 160_000 ? 'with inherit false, set true' : ''
  await client.query(`grant ${role} to current_user ${options}`)
}

function explain(error: unknown): unknown {
  if ((error as { code?: string }).code !== '42501') return error
  return new Refusal(
    `The role in DATABASE_URL can’t prepare the roles ${appRole}, ${searchRole} and ${backupRole} ` +
      `(${(error as Error).message}). It must own the database and have CREATEROLE. If another role created them, ` +
      `an administrator must run: GRANT ${appRole}, ${searchRole}, ${backupRole} TO <the role> WITH ADMIN OPTION.`,
    { cause: error },
  )
}
