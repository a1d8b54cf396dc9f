import { useMantineColorScheme } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ExportId } from '@verbatim/contract/ids.ts'
import type { Found } from '@verbatim/contract/find.ts'
import { useState } from 'react'
import { useExportTray } from '#exports/export-tray.ts'
import { usePageActs } from '#shell/page-acts.tsx'
import { useSignOut } from '#shell/sign-out.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import type { Viewer } from '#shell/viewer.ts'
import type { ActionRowsGiven } from './action-rows.ts'
import { grouped, matching } from './matching.ts'
import type { PaletteRow } from './palette-row.ts'
import { recentPlaces } from './recent-places.ts'
import { rowsQuery } from './rows-query.ts'
import { useFound } from './use-found.ts'

export interface Around {
  readonly viewer: Viewer
  readonly isFolded: boolean
  readonly onFold: () => void
  readonly onShortcuts: () => void
  /** Opens a conversation over the screen. */
  readonly onConversation: (id: string) => void
}

/** The rows for a text, their groups, and the row that Enter opens. Until the rows are loaded, only recent places are there. */
export function usePaletteRows(text: string, around: Around) {
  const { found, state: finding } = useFound(text)
  const { data: make, error } = useQuery(rowsQuery)
  if (error) throw error
  const state = make ? finding : 'looking'
  const { viewer, onConversation } = around
  const watch = useExportTray()
  const [recent] = useState(() => recentRows(viewer.id))
  const acts = useActs(around)
  const trimmed = text.trim()
  const own = make ? [...make.placeRows(viewer.permissions, trimmed), ...make.actionRows(acts)] : []
  const open = ({ kind, id, name }: Found) => {
    if (kind === 'conversation') onConversation(id)
    else watch({ id: ExportId.parse(id), title: name, format: name.endsWith('.xlsx') ? 'xlsx' : 'csv' })
  }
  if (trimmed === '') {
    const places = new Set(recent.map(({ href }) => href))
    const groups = grouped([...recent, ...own.filter(({ href }) => href === undefined || !places.has(href))])
    return { groups, state, first: groups[0]?.rows[0]?.id }
  }
  const local = localRows(recent, own, trimmed)
  const others = make ? serverRows(make.foundRows(found, open), local) : []
  const search = make && viewer.permissions.has('messages.view') ? [make.searchRow(trimmed)] : []
  const groups = grouped([...local, ...others, ...search])
  // What Enter opens does not depend on the speed of the server: a local row, or the first one of the complete answer.
  const ownFirst = grouped(local)[0]?.rows[0]?.id
  return { groups, state, first: ownFirst ?? (state === 'looking' ? undefined : groups[0]?.rows[0]?.id) }
}

/** A recent place is not listed again among the settings. */
function localRows(
  recent: readonly PaletteRow[],
  own: readonly PaletteRow[],
  text: string,
): readonly PaletteRow[] {
  const again = matching(recent, text).slice(0, 3)
  const places = new Set(again.map(({ href }) => href))
  return [...again, ...matching(own, text).filter(({ href }) => href === undefined || !places.has(href))]
}

/** A place that the page knows is not listed again among the results. */
function serverRows(found: readonly PaletteRow[], local: readonly PaletteRow[]): readonly PaletteRow[] {
  return found.filter(({ href }) => !local.some((row) => row.href === href && href))
}

const recentRows = (userId: string): PaletteRow[] =>
  recentPlaces(userId).map((place) => ({
    ...place,
    id: `Recent ${place.href}`,
    group: 'Recent',
    icon: IconHistory,
    isKept: true,
  }))

function useActs({ viewer, isFolded, onFold, onShortcuts }: Around): ActionRowsGiven {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { session } = useAppContext()
  const pageActs = usePageActs()
  return {
    permissions: viewer.permissions,
    bySingleSignOn: session.person()?.bySingleSignOn ?? false,
    isFolded,
    pageActs,
    choose: setColorScheme,
    ...useSignOut(),
    openShortcuts: onShortcuts,
    fold: onFold,
  }
}
