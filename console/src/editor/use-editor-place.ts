import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import type { Place } from './UnsavedGuard.tsx'
import type { EditorPart, EditorPlace } from './define-editor.ts'

interface PlaceOf {
  readonly place: EditorPlace
  readonly tabs: readonly { readonly id: string; readonly isLater?: true }[]
}

/** The place of an editor: its tab, the addresses of the other tabs, and the address of the list. */
export function useEditorPlace({ place, tabs }: PlaceOf, id: string | undefined) {
  const { list, path, tabsInPath, replacedBy, newPath = 'new' } = place
  const { href, close } = useOverlayAddress(list, path)
  const { history } = useRouter()
  const inPath: { readonly tab?: string } = useParams({ strict: false })
  const inSearch: { readonly tab?: string; readonly dialog?: string } = useSearch({ strict: false })
  const own = id ?? newPath
  const [first] = tabs
  const asked = (tabsInPath ? inPath : inSearch).tab
  const offered = tabs.filter(({ isLater }) => id !== undefined || !isLater)
  const partHref = ({ tab, dialog }: EditorPart, ofId = own) => {
    if (tab === first?.id) return href(ofId, { dialog })
    return tabsInPath ? href(`${ofId}/${tab}`, { dialog }) : href(ofId, { tab, dialog })
  }
  const tabHref = (tab: string) => partHref({ tab })
  return {
    /** The existing tabs. */
    offered: offered.map((tab) => tab.id),
    tab: offered.find((tab) => tab.id === asked)?.id ?? first?.id ?? '',
    dialog: inSearch.dialog,
    tabHref,
    /** Opens a part of this one, or of another one. */
    open: (part: EditorPart, ofId?: string) => history.push(partHref(part, ofId)),
    goTo: (tab: string) => history.replace(tabHref(tab)),
    close,
    /** Whether an address belongs to the same editor. */
    isHere: ({ pathname, search }: Place) =>
      (pathname === `${path}/${own}` || pathname.startsWith(`${path}/${own}/`)) &&
      !(replacedBy !== undefined && replacedBy in search),
  }
}
export type AtPlace = ReturnType<typeof useEditorPlace>
