import type pg from 'pg'

/** One action that an attacker with the serving role would try. */
export interface Attack {
  readonly name: string
  readonly sql: string
  /** The tenant of its transaction; none by default. */
  readonly tenant?: string
  /**
   * The expected result: PostgreSQL refuses, or the statement runs but returns and changes nothing. `unseen` may be refused
   * in any way, or may run if it returns nothing.
   */
  readonly ends: 'refused' | 'with nothing' | 'unseen'
  /** The refusal, if it is not "permission denied". */
  readonly code?: string
}

/** The error that an attack raises itself if it saw forbidden data. */
export const seen = 'SEEN0'

const permissionDenied = '42501'

/** Runs an attack, and describes a wrong result; undefined if the attack failed. */
export async function tryAttack(client: pg.ClientBase, attack: Attack): Promise<string | undefined> {
  const { sql, tenant = '', ends, code = permissionDenied } = attack
  try {
    const results = (await client.query(
      `begin; select set_config('app.tenant_id', '${tenant}', true); ${sql}; commit`,
    )) as unknown as pg.QueryResult[]
    const { rowCount, rows } = results.at(-2) ?? { rowCount: 0, rows: [] }
    if (ends === 'refused') return `${attack.name}: was carried out`
    return rowCount ? `${attack.name}: ${rowCount} rows, such as ${JSON.stringify(rows[0])}` : undefined
  } catch (error) {
    await client.query('rollback')
    const { code: given, message } = error as { code?: string; message: string }
    if ((ends === 'unseen' && given !== seen) || (ends === 'refused' && given === code)) return undefined
    return `${attack.name}: ${given} ${message}`
  }
}
