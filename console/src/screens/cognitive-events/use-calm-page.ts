import type { Page } from '@verbatim/contract/list.ts'
import { useState } from 'react'

interface Row {
  readonly id: string
  readonly triggeredTime: string
}

interface CalmPage<R> {
  /** The rows to show. */
  readonly page: Page<R> | undefined
  /** How many rows have come that are not shown. */
  readonly arrived: number
  /** Shows them. */
  readonly catchUp: () => void
}

/**
 * Keeps a list from moving under the user's hand: while they work with it, the rows keep their places and are updated in
 * place. A row that has left the list stays in its last state, and new rows are counted instead of shown.
 * @param question The question that the page answers; another question is another list.
 */
export function useCalmPage<R extends Row>(
  fresh: Page<R> | undefined,
  question: unknown,
  isBusy: boolean,
): CalmPage<R> {
  const key = JSON.stringify(question)
  const [held, setHeld] = useState<{ key: string; page: Page<R>; fresh: Page<R> }>()
  const holds = isBusy && held?.key === key
  if (fresh && (held?.fresh !== fresh || held.key !== key || (!holds && held.page !== fresh)))
    setHeld({ key, fresh, page: holds ? renewed(held.page, fresh) : fresh })
  const page = held?.key === key ? held.page : fresh
  return { page, arrived: page && fresh ? countArrived(page, fresh) : 0, catchUp: () => setHeld(undefined) }
}

/** The current state of a page's rows. */
export function renewed<R extends Row>(page: Page<R>, fresh: Page<R>): Page<R> {
  const known = new Map(fresh.items.map((row) => [row.id, row]))
  return { ...page, items: page.items.map((row) => known.get(row.id) ?? row) }
}

/** Rows that are later than all that are shown; others have only moved here from another page. */
export function countArrived(page: Page<Row>, fresh: Page<Row>): number {
  const newest = page.items.map(ageOf).reduce((a, b) => (a > b ? a : b), '')
  return fresh.items.filter((row) => ageOf(row) > newest).length
}

/** Sorts by time, and within a millisecond by id: later ones are greater. */
const ageOf = ({ triggeredTime, id }: Row) => `${triggeredTime} ${id}`
