import { useState } from 'react'

interface Row {
  readonly id: string
}

interface Answer<R extends Row> {
  readonly items: readonly R[]
  readonly total: number
  readonly atLeast?: true | undefined
}

/**
 * The rows that a list shows when a newer answer to the same question arrives: the same rows in their current state, so that
 * nothing moves under the reader; and the number of new rows that are not shown. An answer without new rows is shown
 * unchanged.
 */
export function heldRows<R extends Row, A extends Answer<R>>(
  shown: A,
  fresh: A,
): { readonly page: A; readonly arrived: number } {
  const known = new Set(shown.items.map(({ id }) => id))
  const unseen = fresh.items.filter(({ id }) => !known.has(id)).length
  const arrived = shown.atLeast || fresh.atLeast ? unseen : fresh.total - shown.total
  if (shown.items.length === 0 || arrived <= 0) return { page: fresh, arrived: 0 }
  const now = new Map(fresh.items.map((row) => [row.id, row]))
  return { page: { ...shown, items: shown.items.map((row) => now.get(row.id) ?? row) }, arrived }
}

/** Keeps the rows of a question in place while new ones arrive; `show` shows them. */
export function useHeldRows<R extends Row, A extends Answer<R>>(fresh: A | undefined, question: unknown) {
  const key = JSON.stringify(question)
  const [held, setHeld] = useState<{ readonly key: string; readonly shown: A }>()
  const isSame = held?.key === key
  const next = fresh && (isSame ? heldRows<R, A>(held.shown, fresh) : { page: fresh, arrived: 0 })
  // No row is held back, so later answers are compared with this one.
  if (fresh && next?.arrived === 0 && (!isSame || held.shown !== fresh)) setHeld({ key, shown: fresh })
  return {
    page: next?.page,
    arrived: next?.arrived ?? 0,
    show: () => setHeld(undefined),
  }
}
