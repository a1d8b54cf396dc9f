import { sql } from 'kysely'
import type { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/** What must hold after a change, and does not. */
interface Breach {
  readonly refusal: Failure
  /** What was changed for it: users, accounts or contacts. */
  readonly targets: ReadonlySet<string>
}

/** What must hold after the rows were applied, compared with the database as it was when they were opened. */
type Limits = readonly (() => Promise<Breach | undefined>)[]

interface Rows<Row, Result> {
  readonly limits: Limits
  /** Opens them again. */
  readonly openLimits: () => Promise<Limits>
  readonly apply: (rows: readonly Row[]) => Promise<readonly Result[]>
  /** What a row creates or changes. */
  readonly targetOf: (row: Row, result: Result) => string | undefined
  readonly refuse: (reason: string) => Result
}

/**
 * Applies rows within limits: only those are refused that break one. Returns a result for each, in order. What another person changed
 * meanwhile, such as by an approval, breaks a limit by no row; the rows are then applied once again, within limits as of then.
 */
export async function refusingRows<Row, Result>(
  tx: TenantTx,
  rows: readonly Row[],
  work: Rows<Row, Result>,
  isAgain = false,
): Promise<Result[]> {
  await sql`savepoint rows`.execute(tx)
  const results = await work.apply(rows)
  const breach = await findFirst(work.limits)
  if (!breach) return [...results]
  await sql`rollback to savepoint rows`.execute(tx)
  const isRefused = (row: Row, index: number) => {
    const target = work.targetOf(row, results[index] as Result)
    return target !== undefined && breach.targets.has(target)
  }
  const kept = rows.filter((row, index) => !isRefused(row, index))
  if (kept.length === rows.length) {
    if (isAgain) throw breach.refusal
    return refusingRows(tx, rows, { ...work, limits: await work.openLimits() }, true)
  }
  const others = (await refusingRows(tx, kept, work, isAgain)).values()
  return rows.map((row, index) =>
    isRefused(row, index) ? work.refuse(breach.refusal.message) : (others.next().value as Result),
  )
}

async function findFirst(limits: Limits): Promise<Breach | undefined> {
  for (const limit of limits) {
    const breach = await limit()
    if (breach) return breach
  }
  return undefined
}
