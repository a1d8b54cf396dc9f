import { pressAgain } from '@verbatim/ui/list-keys.ts'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useRef } from 'react'
import { type DrawnRow, paneAct, type PaneActs } from './pane-law.ts'
import type { ReadingPane } from './reading-pane.ts'
import { parseSearchText } from '@verbatim/client/search-text.ts'
import { useHeldKeys } from './use-held-keys.ts'

interface PaneKeys<Content> extends Omit<PaneActs<Content>, 'show'> {
  /** Keys that do not depend on a row. */
  readonly plain?: Readonly<Record<string, () => void>>
  /** Keys that lead to a field: what follows is typed into it. */
  readonly typing?: readonly string[]
}

/**
 * The keys of a list that has an open reading pane: J and K move the row and the pane follows; the others act on the row of
 * the address, those that decide only once it is drawn. Source: docs/decisions/0077-keys-act-on-the-address.md.
 * @param rows Undefined while the rows of the question are loading, also if others are in sight.
 * @returns A function to call with what the pane has drawn.
 */
export function usePaneKeys<Content>(
  pane: ReadingPane,
  rows: readonly { readonly id: string }[] | undefined,
  { plain = {}, typing = [], ...acts }: PaneKeys<Content>,
): (drawn: DrawnRow<Content> | undefined) => void {
  const list: Readonly<Record<string, () => void>> = {
    ...plain,
    p: pane.isKept ? pane.close : () => pane.toggle(undefined),
    ' ': () => {
      const row = focusedRow(rows) ?? pane.idInAddress()
      if (row !== undefined) pane.peek(row)
    },
  }
  const { history } = useRouter()
  const drawnSearch = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.searchStr })
  // A key before it may have led to another question, whose list is not drawn yet.
  const isDrawn = () =>
    drawnSearch === undefined || questionOf(drawnSearch) === questionOf(history.location.search)
  const drawn = useRef<DrawnRow<Content>>(undefined)
  const keys = ['j', 'k', ...Object.keys({ ...list, ...acts.onRow, ...acts.onContent })]
  /** The page of the row in the address. */
  const openRow = () => {
    const row = pane.idInAddress()
    if (row !== undefined) pane.open(row)
  }
  const actOf = (key: string) => {
    // Since a key before it has closed the pane, it is one of the list's.
    if (!pane.isOpen) return () => pressAgain({ key })
    if (list[key]) return list[key]
    if (key === 'enter') return openRow
    const place = {
      address: pane.idInAddress(),
      drawn: drawn.current,
      rows: isDrawn() ? rows?.map(({ id }) => id) : undefined,
    }
    return paneAct(key, place, { show: pane.show, ...acts })
  }
  const held = useHeldKeys(pane.isOpen ? keys : [], actOf, {
    hold: acts.hold,
    typing,
    whileWaiting: pane.isOpen ? ['Enter'] : [],
  })
  return (now) => {
    drawn.current = now
    held.go()
  }
}

/** The address of a list without the row that is read. */
function questionOf(search: string): string {
  const { pane: _, ...question } = parseSearchText(search)
  return JSON.stringify(question)
}

function focusedRow(rows: readonly { readonly id: string }[] | undefined): string | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-row]')
  return row ? rows?.[Number(row.dataset['row'])]?.id : undefined
}
