/** Where messages of sub-themes belong that became themes of their own. Pure. Source: docs/decisions/0146-themes-split-by-hand.md. */
import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import type { Place } from './placing-commands.ts'

interface OwnThemes {
  /** The place among the centres: such a message is placed in the theme that it was a part of. */
  readonly originOf: (place: Place) => Place
  /** The place that the message has. It keeps its sub-theme, which says where it came from. */
  readonly ownOf: (place: Place) => Place
}

export function ownThemesOf(
  themes: readonly {
    readonly id: ThemeId
    readonly subthemes: readonly { readonly id: SubthemeId; readonly ownThemeId: ThemeId | null }[]
  }[],
): OwnThemes {
  const parts = new Map(
    themes.flatMap(({ id, subthemes }) =>
      subthemes.flatMap((one) => (one.ownThemeId ? [[one.id, { id, ownId: one.ownThemeId }] as const] : [])),
    ),
  )
  const partOf = ({ subthemeId }: Place) => (subthemeId ? parts.get(subthemeId) : undefined)
  return {
    originOf(place) {
      const part = partOf(place)
      return part?.ownId === place.themeId ? { ...place, themeId: part.id } : place
    },
    ownOf(place) {
      const part = partOf(place)
      return part?.id === place.themeId ? { ...place, themeId: part.ownId } : place
    },
  }
}
