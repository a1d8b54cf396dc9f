import { type Kysely, sql } from 'kysely'
import { acrossTenants, type Db } from '#platform/db.ts'
import type { Tables } from '#schema/tables.ts'

/** Events and problems, counted over all organizations. */
const figureNames = ['absent', 'gaps', 'quarantined', 'silent', 'accepted', 'duplicate', 'refused'] as const
export type FigureName = (typeof figureNames)[number]

/** The waiting work of one kind. */
export interface WorkFigure {
  readonly waiting: number
  /** How many of those were tried before. */
  readonly tried: number
  /** The age of the oldest waiting one; 0 if none waits. */
  readonly ageSeconds: number
  readonly givenUp: number
}

export type Figures = Readonly<Record<FigureName, number>> & {
  /** By the kind of work. */
  readonly work: ReadonlyMap<string, WorkFigure>
}

export function readFigures(db: Db, now: Date): Promise<Figures> {
  return acrossTenants(db, 'an operator reads how much work waits, over all organizations', async (tx) => {
    const { rows } = await sql<{ figure: FigureName; amount: string }>`
      select figure, amount from operation_figures()`.execute(tx)
    const amounts = Object.fromEntries(rows.map(({ figure, amount }) => [figure, Number(amount)]))
    return { ...(amounts as Record<FigureName, number>), work: await readWork(tx, now) }
  })
}

async function readWork(tx: Kysely<Tables>, now: Date): Promise<Map<string, WorkFigure>> {
  const { rows } = await sql<{
    work: string
    waiting: string
    tried: string
    oldest: Date | null
    given_up: string
  }>`select work, waiting, tried, oldest, given_up from waiting_work(${now})`.execute(tx)
  return new Map(
    rows.map(({ work, waiting, tried, oldest, given_up }) => [
      work,
      {
        waiting: Number(waiting),
        tried: Number(tried),
        ageSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0,
        givenUp: Number(given_up),
      },
    ]),
  )
}
