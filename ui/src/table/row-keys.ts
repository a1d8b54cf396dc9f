import { useEffect, useEffectEvent, useReducer, useState } from 'react'
import { type Act, holdKeys, mustWait } from '#held-keys.ts'
import { useHeldPresses } from '#held-presses.ts'
import { nextRow, pressAgain } from '#list-keys.ts'
import type { DataTableProps, RowLike } from './DataTable.tsx'
import { toggleRow } from './selection.ts'

type RowKeysProps<Row extends RowLike> = Pick<
  DataTableProps<Row>,
  'rows' | 'refreshing' | 'selection' | 'onSelect' | 'rowKeys' | 'hold' | 'beside'
>

interface RowPlace {
  readonly goTo: (index: number) => void
  /** Follows the link of a row. */
  readonly open: (index: number) => void
  /** Whether this row has the focus, or is about to get it. */
  readonly isAt: (index: number) => boolean
}

/**
 * The row that had the focus last, and the keys that move it and act on it. They act only while it has the focus: the reader
 * does not see which row it was after a click beside the rows, or when it is scrolled away. Keys that come before the rows of the
 * question are here wait for them.
 */
export function useRowKeys<Row extends RowLike>(
  { rows, refreshing = false, selection, onSelect, rowKeys = {}, hold, beside }: RowKeysProps<Row>,
  { goTo, open, isAt }: RowPlace,
): (id: string) => void {
  const [cursor, setCursor] = useState<string>()
  const current = rows?.findIndex((row) => row.id === cursor) ?? -1
  const row = rows?.[current]
  const select = selection && onSelect && ((of: Row) => onSelect(toggleRow(selection, of.id)))
  const walk = (index: number) => {
    // At once, not when the row has the focus, because the next key may come before that and must not act on the previous row.
    setCursor(rows?.[index]?.id)
    goTo(index)
  }
  const [acted, drawAgain] = useReducer((count: number) => count + 1, 0)
  const actOf = useEffectEvent((key: string): Act => {
    // Since a key has opened a row beside the table, those behind it are for that row.
    if (beside && key !== 'Enter') return () => pressAgain({ key })
    if (!rows || refreshing) return 'wait'
    if (key === 'Enter') return row && isAt(current) ? () => open(current) : undefined
    const next = nextRow(key, current, rows.length)
    if (next !== undefined) return () => walk(next)
    const act = key === 'x' ? select : rowKeys[key]
    if (!act || !row || !isAt(current)) return undefined
    return mustWait(hold) ? 'wait' : () => act(row)
  })
  const turn = useEffectEvent(() => hold?.turn() ?? 0)
  const [held] = useState(() => holdKeys({ actOf, onActed: drawAgain, turn }))
  useEffect(() => held.shown(), [held, acted])
  useEffect(() => held.go())
  useEffect(() => {
    // A click leads elsewhere.
    const drop = () => held.drop()
    document.addEventListener('pointerdown', drop, true)
    return () => document.removeEventListener('pointerdown', drop, true)
  }, [held])
  const press = ({ key, repeat }: KeyboardEvent) => {
    const pressed = key.length === 1 ? key.toLowerCase() : key
    // A key that is held down moves on, but acts once.
    if (!repeat || pressed === 'j' || pressed === 'k') held.press(pressed)
  }
  useHeldPresses(held, {
    keys: beside ? [] : ['j', 'k', ...Object.keys(rowKeys), ...(select ? ['x'] : [])],
    whileWaiting: ['Enter'],
    onPress: press,
    isReady: (key) => key === 'j' || key === 'k' || held.isHolding() || isAt(current),
  })
  return setCursor
}
