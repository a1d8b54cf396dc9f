import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { goTo } from '#lists/address-change.ts'
import { useOverviewHref } from '#screens/conversations/overview-address.ts'
import type { PaletteRow } from './palette-row.ts'
import { keepPlace, placeOf } from './recent-places.ts'
import { useKeysAhead } from './use-keys-ahead.ts'
import { type Around, usePaletteRows } from './use-palette-rows.ts'

/** The typed text, its rows, and the selected row. */
export function usePalette(around: Omit<Around, 'onConversation'>, onClose: () => void) {
  const { history } = useRouter()
  const overviewHref = useOverviewHref()
  const [text, setText] = useState('')
  /** The row selected with the arrow keys. */
  const [chosen, setChosen] = useState<string>()
  /** Whether Enter was pressed before the answer arrived. */
  const [isAsked, setAsked] = useState(false)
  const { groups, state, first } = usePaletteRows(text, {
    ...around,
    onConversation: (id) => history.push(overviewHref(id)),
  })
  const rows = groups.flatMap((group) => group.rows)
  const current = rows.find(({ id }) => id === chosen) ?? rows.find(({ id }) => id === first)

  const open = (row: PaletteRow) => {
    const { href, run } = row
    onClose()
    if (href !== undefined) {
      if (row.isKept) keepPlace(around.viewer.id, placeOf({ ...row, href }))
      goTo(history, href)
      // After the focus is back on the page, so that what opens now may take it.
    } else if (run) requestAnimationFrame(run)
  }
  const write = (next: string | ((typed: string) => string)) => {
    setText(next)
    setChosen(undefined)
    setAsked(false)
  }
  const move = (by: 1 | -1) => {
    const next = rows.at(current ? (rows.indexOf(current) + by) % rows.length : 0)
    if (next) setChosen(next.id)
  }
  const openCurrent = useEffectEvent(() => current && open(current))
  const isDue = isAsked && current !== undefined
  useEffect(() => {
    if (isDue) openCurrent()
  }, [isDue])

  const press = (key: string): boolean => {
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key !== 'Enter') return false
    else if (current) open(current)
    else setAsked(state === 'looking')
    return true
  }
  useKeysAhead((key) => {
    if (press(key)) return true
    if (key === 'Backspace') write((typed) => typed.slice(0, -1))
    else if (key.length === 1) write((typed) => typed + key)
    else return false
    return true
  })
  return { text, groups, state, current, write, press, open }
}
