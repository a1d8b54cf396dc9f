import type pg from 'pg'

/** One thing that someone who got hold of the serving role would try. */
export interface Attack {
  readonly name: string
  readonly sql: string
  /** Which tenant its transaction says it is for; none unless given. */
  readonly tenant?: string
  /**
   * What must come of it: PostgreSQL refuses, or it is carried out and gives and changes nothing. `unseen` may be
   * refused in any way, and may be carried out, as long as it gives nothing.
   */
  readonly ends: 'refused' | 'with nothing' | 'unseen'
  /** The refusal, where it is another one than "permission denied". */
  readonly code?: string
}

/** What an attack raises itself where it saw what it must not. */
export const seen = 'SEEN0'

const permissionDenied = '42501'

/** Carries an attack out, and says what was wrong with how it ended; nothing where it held. */
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
