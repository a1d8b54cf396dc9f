import { placer } from '@verbatim/analyser/themes/themes.ts'
import type { SubthemeId, TenantId, ThemeId } from '@verbatim/contract/ids.ts'
import type { Read, Said } from '#domains/messages/facts.ts'
import { findShown } from '#domains/messages/shown.ts'
import { followContext } from '#domains/themes/context-commands.ts'
import { ownThemesOf } from '#domains/themes/own-themes.ts'
import { findOwnThemes, type Place, putThemes } from '#domains/themes/placing-commands.ts'
import { findPlacingThemes } from '#domains/themes/revision-commands.ts'
import { findThemeSet, noteFresh } from '#domains/themes/set.ts'
import type { TenantTx } from '#platform/db.ts'

/** The theme of a text by its terms, and its sub-theme. A text that has one keeps it, unless another is clearly nearer. */
type PlaceTerms = (terms: readonly string[], former?: Place) => Place | undefined

/** Gives new texts their themes. */
export interface ThemePlacer {
  /**
   * In the transaction that stores the texts; it holds the tenant's lock.
   * @param read Has read the new texts before, so that the lock is not held for it.
   */
  place(tx: TenantTx, said: readonly Said[], read: Read, now: Date): Promise<void>
}

/** How many tenants' themes stay loaded; the least recently used ones are dropped first. */
const keptTenants = 100

export function openThemePlacer(): ThemePlacer {
  const kept = new Map<TenantId, { readonly version: number; readonly placeTerms: PlaceTerms | undefined }>()
  async function placeOf(tx: TenantTx, version: number): Promise<PlaceTerms | undefined> {
    const { tenantId } = tx
    let current = kept.get(tenantId)
    if (current?.version !== version) current = { version, placeTerms: await readPlacer(tx) }
    kept.delete(tenantId)
    kept.set(tenantId, current)
    const oldest = kept.keys().next().value
    if (kept.size > keptTenants && oldest) kept.delete(oldest)
    return current.placeTerms
  }
  return {
    async place(tx, said, read, now) {
      if (said.length === 0) return
      const version = await noteFresh(tx, new Set(said.map(({ messageId }) => messageId)).size, now)
      if (version === undefined) return
      const placeTerms = await placeOf(tx, version)
      if (!placeTerms) return
      const shown = await findShown(tx, said)
      const ids = shown.map(({ messageId }) => messageId)
      // A message that reached further groups comes again, and its text has a theme already.
      const former = await findOwnThemes(tx, ids)
      const placed = shown.map(({ messageId, subject, text, direction }) => {
        const { terms } = read({ body: text, direction, ...(subject !== undefined && { subject }) })
        const { themeId, subthemeId } = placeTerms(terms, former.get(messageId)) ?? {}
        return { messageId, themeId, subthemeId }
      })
      await putThemes(tx, placed)
      await followContext(tx, ids)
    },
  }
}

/** The themes of the organization as they are now; undefined if none were found yet. */
export async function readPlacer(tx: TenantTx): Promise<PlaceTerms | undefined> {
  const set = await findThemeSet(tx)
  if (!set?.dictionary) return undefined
  const themes = await findPlacingThemes(tx)
  const place = placer(set.dictionary, themes)
  const { originOf, ownOf } = ownThemesOf(themes)
  return (terms, former) => {
    const from = former && originOf(former)
    const found = place(terms, from?.themeId, from?.subthemeId)
    return (
      found &&
      ownOf({ themeId: found.themeId as ThemeId, subthemeId: found.subthemeId as SubthemeId | undefined })
    )
  }
}
