import type { Page } from '@verbatim/contract/list.ts'
import { useState } from 'react'

interface Row {
  readonly id: string
  readonly triggeredTime: string
}

interface CalmPage<R> {
  /** What is to be shown. */
  readonly page: Page<R> | undefined
  /** How many rows have come that are not shown. */
  readonly arrived: number
  /** Shows them. */
  readonly catchUp: () => void
}

/**
 * Keeps a list from moving under somebody's hand: while they are busy with it the rows stay where they are, renewed in
 * place, and what arrives is counted instead of shown.
 * @param question What the page answers; another question is another list.
 */
export function useCalmPage<R extends Row>(
  fresh: Page<R> | undefined,
  question: unknown,
  isBusy: boolean,
): CalmPage<R> {
  const key = JSON.stringify(question)
  const [held, setHeld] = useState<{ key: string; page: Page<R> }>()
  const holds = isBusy && held?.key === key
  if (fresh && !holds && (held?.page !== fresh || held.key !== key)) setHeld({ key, page: fresh })
  const catchUp = () => setHeld(undefined)
  if (!fresh || !holds || held.page === fresh) return { page: fresh, arrived: 0, catchUp }
  const known = new Map(fresh.items.map((row) => [row.id, row]))
  const shown = held.page.items
  const ids = new Set(shown.map(({ id }) => id))
  const newest = shown.map(({ triggeredTime }) => triggeredTime).reduce((a, b) => (a > b ? a : b), '')
  const arrived = fresh.items.filter(({ id, triggeredTime }) => !ids.has(id) && triggeredTime > newest)
  return {
    page: { ...held.page, items: shown.map((row) => known.get(row.id) ?? row) },
    arrived: arrived.length,
    catchUp,
  }
}
