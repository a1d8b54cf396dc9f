import { sql } from 'kysely'
import { acrossTenants, type Db } from '#platform/db.ts'

/** What waits or has happened, counted over all organizations. */
export const figureNames = [
  'backlog',
  'media',
  'reading',
  'absent',
  'gaps',
  'exports',
  'imports',
  'mail',
  'notifications',
  'parked',
  'accepted',
  'duplicate',
  'refused',
] as const
export type FigureName = (typeof figureNames)[number]

export interface Figure {
  readonly amount: number
  /** Of the oldest that waits; 0 where none does. */
  readonly ageSeconds: number
}

export type Figures = Readonly<Record<FigureName, Figure>>

export async function readFigures(db: Db, now: Date): Promise<Figures> {
  const { rows } = await acrossTenants(
    db,
    'an operator reads how much work waits, over all organizations',
    (tx) =>
      sql<{ figure: FigureName; amount: string; oldest: Date | null }>`
      select figure, amount, oldest from operation_figures(${now})`.execute(tx),
  )
  const read = rows.map(({ figure, amount, oldest }) => {
    const ageSeconds = oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0
    return [figure, { amount: Number(amount), ageSeconds }] as const
  })
  return Object.fromEntries(read) as unknown as Figures
}
