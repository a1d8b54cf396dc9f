import { useRouter } from '@tanstack/react-router'
import { useKeys } from '@verbatim/ui/list-keys.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { holdKeys } from './held-keys.ts'
import { type DrawnRow, paneAct, type PaneActs } from './pane-law.ts'
import type { ReadingPane } from './reading-pane.ts'

interface PaneKeys<Content> extends Omit<PaneActs<Content>, 'show'> {
  /** Keys that do not depend on a row. */
  readonly plain?: Readonly<Record<string, () => void>>
}

/**
 * The keys of a list that has an open reading pane: J and K move the row and the pane follows; the others act on the row of
 * the address, those that decide only once it is drawn. Source: docs/decisions/0077-keys-act-on-the-address.md.
 * @returns Tells what the pane has drawn.
 */
export function usePaneKeys<Content>(
  pane: ReadingPane,
  rows: readonly { readonly id: string }[] | undefined,
  { onRow, onContent, plain = {} }: PaneKeys<Content>,
): (drawn: DrawnRow<Content> | undefined) => void {
  const { history } = useRouter()
  const list: Readonly<Record<string, () => void>> = {
    ...plain,
    p: pane.isKept ? pane.close : () => pane.toggle(undefined),
    ' ': () => {
      const row = focusedRow(rows) ?? pane.idInAddress()
      if (row !== undefined) pane.peek(row)
    },
  }
  const drawn = useRef<DrawnRow<Content>>(undefined)
  const actOf = useEffectEvent((key: string) => {
    if (!pane.isOpen) return
    if (list[key]) return list[key]
    const place = {
      address: pane.idInAddress(),
      drawn: drawn.current,
      rows: rows?.map(({ id }) => id) ?? [],
    }
    return paneAct(key, place, { show: pane.show, onRow, onContent })
  })
  const [held] = useState(() => holdKeys((key) => actOf(key)))
  useEffect(() => held.go())
  useEffect(() => history.subscribe(() => held.drop()), [history, held])
  const press = ({ key, repeat }: KeyboardEvent) => {
    const pressed = key.toLowerCase()
    // A key that is held down moves on, but acts once.
    if (!repeat || pressed === 'j' || pressed === 'k') held.press(pressed)
  }
  const keys = ['j', 'k', ...Object.keys({ ...list, ...onRow, ...onContent })]
  useKeys(pane.isOpen ? Object.fromEntries(keys.map((key) => [key, press])) : {})
  return (now) => {
    drawn.current = now
    held.go()
  }
}

function focusedRow(rows: readonly { readonly id: string }[] | undefined): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row ? rows?.[Number(row.dataset['row'])]?.id : undefined
}
