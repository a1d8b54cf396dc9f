import pg from 'pg'
import { appRole, searchRole } from '#platform/database-roles.ts'
import { Refusal } from '#platform/refusal.ts'
import { firstRow, onlyRow } from '#platform/rows.ts'
import { connect } from '#schema/connect.ts'
import type { Seal } from './seal.ts'

/** A database's record of its installation. */
export interface DatabaseState {
  readonly name: string
  /** Undefined in a database whose preparation is not finished. */
  readonly sealed: Seal | undefined
  /** The count stored with the seal, and the actual count. */
  readonly organizations: { readonly said: number; readonly found: number }
}

/** Reads as the owner. An empty database has no seal and no organizations. */
export async function readDatabaseState(client: pg.Client): Promise<DatabaseState> {
  const found = await client.query<{ name: string; sealable: boolean; founded: boolean }>(
    `select current_database() as name, to_regclass('public.installation') is not null as sealable,
            to_regclass('public.organization') is not null as founded`,
  )
  const { name, sealable, founded } = onlyRow(found)
  const sealed = sealable
    ? await client.query<SealRow>('select id, seal, organizations from installation')
    : undefined
  const seal = sealed && firstRow(sealed)
  return {
    name,
    sealed: seal && { id: seal.id, seal: seal.seal },
    organizations: { said: seal?.organizations ?? 0, found: founded ? await countOrganizations(client) : 0 },
  }
}

interface SealRow extends Seal {
  readonly organizations: number
}

/** The owner sees no rows, so this reads as the role that may read the directory. */
async function countOrganizations(client: pg.Client): Promise<number> {
  await client.query('begin read only')
  try {
    await client.query(`set local role ${searchRole}`)
    const counted = await client.query<{ n: number }>('select count(*)::int as n from organization')
    return onlyRow(counted).n
  } finally {
    await client.query('rollback')
  }
}

export async function sealDatabase(client: pg.Client, { id, seal }: Seal): Promise<void> {
  await client.query('insert into installation (id, seal) values ($1, $2)', [id, seal])
}

/**
 * The serving role belongs to the whole cluster, and its password follows the secret, so we would lock out another installation
 * that uses the role in a database of the same cluster.
 * @param password Ours, if there is a secret already.
 * @throws Refusal
 */
export async function refuseForeignRole(ownerUrl: string, password: string | undefined): Promise<void> {
  await using client = await connect(ownerUrl)
  const { rows } = await client.query<{ name: string }>(
    `select distinct d.datname as name from pg_shdepend s
       join pg_roles r on s.refclassid = 'pg_authid'::regclass and s.refobjid = r.oid
       join pg_database d on d.oid = s.dbid
     where r.rolname = $1 and d.datname <> current_database() order by 1`,
    [appRole],
  )
  if (rows.length === 0 || (password !== undefined && (await signsIn(ownerUrl, password)))) return
  throw new Refusal(
    `The role ${appRole} serves another installation of this PostgreSQL (database ${rows.map(({ name }) => name).join(', ')}), ` +
      'so its password can’t be changed. Use a separate PostgreSQL for each installation.',
  )
}

async function signsIn(ownerUrl: string, password: string): Promise<boolean> {
  const url = new URL(ownerUrl)
  url.username = appRole
  url.password = password
  const client = new pg.Client({ connectionString: url.href })
  try {
    await client.connect()
    return true
  } catch (error) {
    // Other errors do not show which installation's password it is.
    return (error as { code?: string }).code !== '28P01'
  } finally {
    await client.end().catch(() => {})
  }
}
