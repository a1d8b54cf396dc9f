/** The rows of a query, by how many it always has. */
import { type RawBuilder, sql } from 'kysely'
import type { TenantTx } from './db.ts'

interface Result<Row> {
  readonly rows: readonly Row[]
}

/** The row of a query that always has exactly one, such as a count or one about the organization. */
export function onlyRow<Row>(result: Result<Row>): Row {
  const row = firstRow(result)
  if (row === undefined) throw new Error('A query that always has a row has none')
  return row
}

/** The first row of a query that may have none. */
export const firstRow = <Row>({ rows }: Result<Row>): Row | undefined => rows[0]

/** How many rows there are. `from` is what follows that word in SQL: tables, joins and conditions. */
export async function countOf(tx: TenantTx, from: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ n: string }>`select count(*) as n from ${from}`.execute(tx)
  return Number(onlyRow(counted).n)
}
