import type { Page } from '@verbatim/contract/list.ts'
import { useState } from 'react'

interface Row {
  readonly id: string
  readonly triggeredTime: string
}

interface CalmPage<P> {
  /** The rows to show. */
  readonly page: P | undefined
  /** The number of new rows that are not shown. */
  readonly arrived: number
  /** Shows the new rows. */
  readonly catchUp: () => void
}

/**
 * Keeps a list from moving while the user works with it: the rows keep their places and are updated in
 * place. A row that has left the list stays in its last state, and new rows are only counted.
 * @param question The question that the page answers; another question is another list.
 */
export function useCalmPage<P extends Page<Row>>(
  fresh: P | undefined,
  question: unknown,
  isBusy: boolean,
): CalmPage<P> {
  const key = JSON.stringify(question)
  const [held, setHeld] = useState<{ key: string; page: P; fresh: P }>()
  const holds = isBusy && held?.key === key
  if (fresh && (held?.fresh !== fresh || held.key !== key || (!holds && held.page !== fresh)))
    setHeld({ key, fresh, page: holds ? renewed(held.page, fresh) : fresh })
  const page = held?.key === key ? held.page : fresh
  return { page, arrived: page && fresh ? countArrived(page, fresh) : 0, catchUp: () => setHeld(undefined) }
}

/** The current state of a page's rows. */
export function renewed<P extends Page<Row>>(page: P, fresh: P): P {
  const known = new Map(fresh.items.map((row) => [row.id, row]))
  return { ...page, items: page.items.map((row) => known.get(row.id) ?? row) }
}

/** Rows that are later than all shown ones; others have only moved here from another page. */
export function countArrived(page: Page<Row>, fresh: Page<Row>): number {
  const newest = page.items.map(ageOf).reduce((a, b) => (a > b ? a : b), '')
  return fresh.items.filter((row) => ageOf(row) > newest).length
}

/** Sorts by time, and within a millisecond by id, because later ids are greater. */
const ageOf = ({ triggeredTime, id }: Row) => `${triggeredTime} ${id}`
