import { useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import type { EditorPlace } from './define-editor.ts'

interface PlaceOf {
  readonly place: EditorPlace
  readonly tabs: readonly { readonly id: string; readonly isLater?: true }[]
}

/** Where an editor is: its tab, the addresses of the others, and the way back to the list. */
export function useEditorPlace({ place, tabs }: PlaceOf, id: string | undefined) {
  const { list, path, tabsInPath, newPath = 'new' } = place
  const { href, close } = useOverlayAddress(list, path)
  const { history } = useRouter()
  const inPath: { readonly tab?: string } = useParams({ strict: false })
  const inSearch: { readonly tab?: string } = useSearch({ strict: false })
  const own = id ?? newPath
  const [first] = tabs
  const asked = (tabsInPath ? inPath : inSearch).tab
  const offered = tabs.filter(({ isLater }) => id !== undefined || !isLater)
  const tabHref = (tab: string) => {
    if (tab === first?.id) return href(own)
    return tabsInPath ? href(`${own}/${tab}`) : href(own, { tab })
  }
  return {
    /** The tabs that there are. */
    offered: offered.map((tab) => tab.id),
    tab: offered.find((tab) => tab.id === asked)?.id ?? first?.id ?? '',
    tabHref,
    goTo: (tab: string) => history.replace(tabHref(tab)),
    close,
    /** Whether an address belongs to the same editor. */
    isHere: ({ pathname }: { readonly pathname: string }) =>
      pathname === `${path}/${own}` || pathname.startsWith(`${path}/${own}/`),
  }
}
export type AtPlace = ReturnType<typeof useEditorPlace>
