import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { RoughListState } from '@verbatim/client/list-state.ts'
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { goTo } from './address-change.ts'
import { listAddress } from './list-address.ts'
import { parseSearchText, searchText } from '@verbatim/client/search-text.ts'

/** The row that is read beside its list. */
const PaneAddress = z.object({ pane: z.uuid().optional().catch(undefined) })

/** The address of a list whose rows can be read beside it. */
export const pannedListAddress = {
  ...listAddress,
  validateSearch: RoughListState.extend(PaneAddress.shape),
}

/** Below this width a row is read on its own page. */
const wide = '(min-width: 1200px)'

/** The reading pane: what of a list is read beside it. */
export interface ReadingPane {
  /** There is room for it. */
  readonly isPossible: boolean
  /** It is drawn: because the reader keeps it open, or looks into one row. */
  readonly isOpen: boolean
  /** The reader keeps it open, on every list and at the next visit. */
  readonly isKept: boolean
  /** The row that is read in it. */
  readonly id: string | undefined
  /** The row that the address names at this moment; `id` follows at once, when the screen is drawn again. */
  readonly idInAddress: () => string | undefined
  readonly show: (id: string | undefined) => void
  /** Keeps it open or closes it; opened, it shows this row. */
  readonly toggle: (id: string | undefined) => void
  /** Shows this row without keeping the pane open; the same row again closes it. Where there is no room, goes to its page. */
  readonly peek: (id: string) => void
  readonly close: () => void
  /** Goes to the page of this row. */
  readonly open: (id: string) => void
}

/** @param pageOf The address of a row's own page. */
export function useReadingPane(pageOf: (id: string) => string): ReadingPane {
  const { history } = useRouter()
  const { pane: drawnId }: z.infer<typeof PaneAddress> = useSearch({ strict: false })
  const [listPath] = useState(() => history.location.pathname)
  const isHere = () => history.location.pathname === listPath
  const idInAddress = () => (isHere() ? parseSearchText(history.location.search)['pane'] : undefined)
  // As soon as the address changes, and not when the router has followed: the next key may come before that.
  const idNow = useSyncExternalStore(history.subscribe, () => (isHere() ? (idInAddress() ?? '') : undefined))
  const id = idNow === undefined ? drawnId : idNow || undefined
  const isWide = useMediaQuery(wide, false, { getInitialValueInEffect: false })
  // Paper is narrow, and the screen stays as it is while it is printed.
  const isPrinted = useMediaQuery('print', false, { getInitialValueInEffect: false })
  const isPossible = isWide || isPrinted
  const [isKept, setKept] = useLocalStorage({
    key: 'verbatim.reading-pane',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const show = (pane: string | undefined) => {
    const { pathname, search } = history.location
    if (pane !== idInAddress())
      history.replace(`${pathname}${searchText({ ...parseSearchText(search), pane })}`)
  }
  const goToPage = useEffectEvent((row: string) => history.replace(pageOf(row)))
  useEffect(() => {
    if (!isPossible && id) goToPage(id)
  }, [isPossible, id])
  const open = (row: string) => goTo(history, pageOf(row))
  const close = () => {
    setKept(false)
    show(undefined)
  }
  return {
    isPossible,
    isOpen: isPossible && (isKept || id !== undefined),
    isKept,
    id,
    idInAddress,
    show,
    toggle: (row) => {
      if (!isPossible) return
      if (isKept) return close()
      setKept(true)
      show(idInAddress() ?? row)
    },
    peek: (row) => {
      if (!isPossible) open(row)
      else if (!isKept && row === idInAddress()) show(undefined)
      else show(row)
    },
    close,
    open,
  }
}
