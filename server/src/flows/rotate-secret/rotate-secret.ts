import type pg from 'pg'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { makeSecrets, type Secrets } from '#platform/crypto.ts'
import { appRole, passwordOfRole } from '#platform/database-roles.ts'
import { lockKey } from '#platform/installation/prepare.ts'
import { isSealedWith, type Seal, sealOf } from '#platform/installation/seal.ts'
import { Refusal } from '#platform/refusal.ts'
import { connect } from '#schema/connect.ts'
import { forgotten, type SealedColumn, sealedColumns } from './sealed-values.ts'

interface Rotation {
  /** As the owner of the tables, or the administrator of an embedded database. */
  readonly url: string
  readonly secret: Buffer
  readonly next: Buffer
  /** Roles whose passwords are derived from the secret. */
  readonly roles?: readonly string[]
  readonly tell: (text: string) => void
}

/**
 * Moves a database from one secret to the next in one transaction: sealed values, the seal, and the passwords of roles. If
 * it is interrupted, nothing changes; if it is repeated, it does nothing.
 * @returns The seal of the installation under the next secret.
 * @throws Refusal if a process still uses the secret, or if the database belongs to another installation.
 */
export async function rotateSecret(rotation: Rotation): Promise<Seal> {
  const { url, secret, next } = rotation
  await using client = await connect(url)
  await client.query('select pg_advisory_lock($1)', [lockKey]) // no node can start meanwhile
  const { rows } = await client.query<Seal>('select id, seal from installation')
  const [sealed] = rows
  if (!sealed)
    throw new Refusal('The database does not belong to an installation. Start it once with npm start.')
  if (isSealedWith(sealed, next)) return sealed
  if (!isSealedWith(sealed, secret))
    throw new Refusal(
      `The database belongs to installation ${sealed.id}, which has a different secret. Nothing was changed.`,
    )
  await refuseWhileUsed(client)
  await client.query('begin')
  const taken = await takeOver(client, rotation, sealed.id)
  await client.query('commit')
  return taken
}

/** Whether a database still has the seal of a secret. */
export async function isStillSealed(url: string, secret: Buffer): Promise<boolean> {
  await using client = await connect(url)
  const { rows } = await client.query<Seal>('select id, seal from installation')
  return rows[0] !== undefined && isSealedWith(rows[0], secret)
}

/** A running node would write values that only the old secret opens. */
async function refuseWhileUsed(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ connections: number; nodes: string[] | null }>(
    `select count(*)::int as connections,
       (select array_agg(distinct node order by node) from process_beat
        where beat_at > clock_timestamp() - interval '30 seconds') as nodes
     from pg_stat_activity where usename = $1 and datname = current_database()`,
    [appRole],
  )
  const [{ connections, nodes } = { connections: 0, nodes: null }] = rows
  if (connections === 0) return
  const named = nodes && nodes.length > 0 ? ` It last reported from ${nodes.join(', ')}.` : ''
  throw new Refusal(
    `The installation is running: its processes have ${connections} connections.${named} Stop every node first; ` +
      'nothing was changed.',
  )
}

async function takeOver(client: pg.Client, rotation: Rotation, id: string): Promise<Seal> {
  const { secret, next, roles = [], tell } = rotation
  await client.query('set local statement_timeout = 0')
  const tables = [...new Set([...sealedColumns, ...forgotten].map(({ table }) => table))]
  // Forced row-level security applies to the owner too.
  for (const table of tables)
    await client.query(`alter table public.${table} no force row level security, disable trigger user`)
  const [from, to] = [makeSecrets(secret), makeSecrets(next)]
  for (const column of sealedColumns) {
    const count = await sealAnew(client, column, { from, to })
    tell(`${column.table}: ${count}`)
  }
  for (const { statement } of forgotten) await client.query(statement)
  for (const table of tables)
    await client.query(`alter table public.${table} force row level security, enable trigger user`)
  const taken = sealOf(next, id)
  await client.query('update installation set seal = $1, sealed_at = now()', [taken.seal])
  for (const role of [appRole, ...roles])
    await client.query(
      `alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(passwordOfRole(next, role))}`,
    )
  return taken
}

const rowsAtOnce = 1_000

async function sealAnew(
  client: pg.Client,
  { table, column, key, placeOf }: SealedColumn,
  { from, to }: { readonly from: Secrets; readonly to: Secrets },
): Promise<number> {
  const { rows } = await client.query<{ tenant: TenantId; key: string; sealed: Buffer }>(
    `select tenant_id as tenant, ${key}::text as key, ${column} as sealed from public.${table}
     where ${column} is not null`,
  )
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce).map(({ tenant, key: id, sealed }) => {
      const place = placeOf(tenant, id)
      return {
        tenant,
        id,
        sealed: to.seal(
          opened(() => from.unseal(sealed, place), { table, column, id }),
          place,
        ),
      }
    })
    await client.query(
      `update public.${table} kept set ${column} = given.sealed
       from unnest($1::uuid[], $2::text[], $3::bytea[]) as given(tenant_id, key, sealed)
       where kept.tenant_id = given.tenant_id and kept.${key}::text = given.key`,
      [part.map(({ tenant }) => tenant), part.map(({ id }) => id), part.map(({ sealed }) => sealed)],
    )
  }
  return rows.length
}

/** @throws Refusal that names the value, if the secret does not open it */
function opened(unseal: () => Buffer, { table, column, id }: { table: string; column: string; id: string }) {
  try {
    return unseal()
  } catch (cause) {
    throw new Refusal(
      `The secret does not open ${column} of ${id} in the table ${table}: the value is damaged, or was sealed with another ` +
        'secret. Nothing was changed: the installation starts with its current secret. Restore that row from a backup, or remove the value.',
      { cause },
    )
  }
}
