import { placer, themeTerms } from '@verbatim/analyser/themes/themes.ts'
import type { TenantId, ThemeId } from '@verbatim/contract/ids.ts'
import type { Said } from '#domains/messages/facts.ts'
import { putThemes, themeTextLength } from '#domains/themes/placing-commands.ts'
import { findPlacingThemes } from '#domains/themes/revision-commands.ts'
import { findThemeSet, noteFresh } from '#domains/themes/set.ts'
import type { TenantTx } from '#platform/db.ts'

/** What a text is about. A text that has a theme keeps it, unless another is clearly nearer. */
export type PlaceText = (
  text: string,
  language: string | undefined,
  former?: ThemeId | null,
) => ThemeId | undefined

/** Gives new texts their themes. */
export interface ThemePlacer {
  /** In the transaction that stores the texts; it holds the tenant's lock. */
  place(tx: TenantTx, said: readonly Said[], now: Date): Promise<void>
}

/** How many tenants' themes stay loaded; the least recently used ones are dropped first. */
const keptTenants = 100

export function openThemePlacer(): ThemePlacer {
  const kept = new Map<TenantId, { readonly version: number; readonly placeText: PlaceText | undefined }>()
  async function placeOf(tx: TenantTx, version: number): Promise<PlaceText | undefined> {
    const { tenantId } = tx
    let current = kept.get(tenantId)
    if (current?.version !== version) current = { version, placeText: await readPlacer(tx) }
    kept.delete(tenantId)
    kept.set(tenantId, current)
    const oldest = kept.keys().next().value
    if (kept.size > keptTenants && oldest) kept.delete(oldest)
    return current.placeText
  }
  return {
    async place(tx, said, now) {
      if (said.length === 0) return
      // Of several versions of a message the last is its text.
      const latest = [...new Map(said.map((one) => [one.messageId, one])).values()]
      const version = await noteFresh(tx, latest.length, now)
      if (version === undefined) return
      const placeText = await placeOf(tx, version)
      if (!placeText) return
      const placed = latest.map(({ messageId, subject, text, language }) => ({
        messageId,
        themeId: placeText(subject === undefined ? text : `${subject}\n${text}`, language),
      }))
      await putThemes(tx, placed)
    },
  }
}

/** The themes of the organization as they are now; undefined if none were found yet. */
export async function readPlacer(tx: TenantTx): Promise<PlaceText | undefined> {
  const set = await findThemeSet(tx)
  if (!set?.dictionary) return undefined
  const place = placer(set.dictionary, await findPlacingThemes(tx))
  return (text, language, former) => {
    const terms = themeTerms(text.slice(0, themeTextLength), language)
    return place(terms, former ?? undefined)?.themeId as ThemeId | undefined
  }
}
