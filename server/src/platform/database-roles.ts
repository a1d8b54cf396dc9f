import pg from 'pg'
import { deriveSecret } from './house-secret.ts'
import { Refusal } from './refusal.ts'

/** Serves: reads and writes what row-level security lets it, owns nothing. */
export const appRole = 'verbatim_app'
/** Owns the functions that answer without a tenant or faster than row-level security could; nobody signs in as it. */
export const searchRole = 'verbatim_search'

/**
 * Makes or updates the roles that the migrations grant to, as the owner of the database, who needs
 * CREATEROLE and no more. The roles belong to the cluster, so databases of one cluster share them.
 * @param secret The installation's; the serving role's password is derived from it.
 * @returns Where the server connects.
 * @throws Refusal with what an administrator has to do, where the owner may not.
 */
export async function prepareRoles(ownerUrl: string, secret: Buffer): Promise<{ appUrl: string }> {
  const password = deriveSecret(secret, `database role ${appRole}`).toString('base64url')
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    // Two servers of one cluster may start at once; concurrent role changes fail instead of waiting.
    await client.query('select pg_advisory_xact_lock(7261122)')
    await createOrAlter(client, appRole, `login noinherit password ${client.escapeLiteral(password)}`)
    await createOrAlter(client, searchRole, 'nologin noinherit')
    await letOwnerHandOver(client)
    await client.query('commit')
  } catch (error) {
    throw explain(error)
  } finally {
    await client.end()
  }
  const appUrl = new URL(ownerUrl)
  appUrl.username = appRole
  appUrl.password = password
  return { appUrl: appUrl.href }
}

async function createOrAlter(client: pg.Client, role: string, attributes: string): Promise<void> {
  const found = await client.query('select from pg_roles where rolname = $1', [role])
  await client.query(`${found.rowCount ? 'alter' : 'create'} role ${role} ${attributes}`)
}

/**
 * Lets the owner run `alter function … owner to verbatim_search`. Since version 16 that is the SET option
 * of a membership; INHERIT stays off, or the policies meant for that role would open the tables to the owner.
 */
async function letOwnerHandOver(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; member: boolean }>(
    `select current_setting('server_version_num') as version,
            pg_has_role(current_user, $1, case when current_setting('server_version_num')::int >= 160000
                                               then 'SET' else 'MEMBER' end) as member`,
    [searchRole],
  )
  const [found] = rows
  if (!found || found.member) return
  const options = Number(found.version) >= 160_000 ? 'with inherit false, set true' : ''
  await client.query(`grant ${searchRole} to current_user ${options}`)
}

function explain(error: unknown): unknown {
  if ((error as { code?: string }).code !== '42501') return error
  return new Refusal(
    `The role of DATABASE_URL may not prepare the roles ${appRole} and ${searchRole} ` +
      `(${(error as Error).message}). It must own the database and have CREATEROLE; where another role made them, ` +
      `an administrator grants: GRANT ${appRole}, ${searchRole} TO <the role> WITH ADMIN OPTION.`,
    { cause: error },
  )
}
