/** What happens to themes between two revisions: which are merged, split, new or retired, and why. */
import type { Packed } from './packing.ts'
import { type Centre, cosineOf } from './placing.ts'
import type { ThemeChange, ThemeShape } from './theme.ts'

/** A theme in the making. */
export interface Draft {
  /** Its position among all centres. */
  readonly at: number
  readonly id: string
  readonly centre: Centre
  readonly messages: number
  readonly isShown: boolean
  /** As it was before, if it is not new. */
  readonly before?: ThemeShape
}

/** Themes that became this alike are merged. */
const alike = 0.8
/** A new theme of which this share was in one former theme is split from it. */
const splitShare = 0.5

/** What may be merged: a theme or a sub-theme. */
type Mergeable = Pick<ThemeShape, 'id' | 'name' | 'terms' | 'messages' | 'isPinned'>

interface Mergers<Shape> {
  readonly survivors: readonly Shape[]
  /** Which theme took over the texts of a merged one. */
  readonly heirs: ReadonlyMap<string, string>
  readonly changes: readonly ThemeChange[]
}

/** Merges stored themes that are much alike into the largest; a pinned one is never merged away. */
export function mergeAlike<Shape extends Mergeable>(themes: readonly Shape[]): Mergers<Shape> {
  const heirs = new Map<string, string>()
  const changes: ThemeChange[] = []
  const largestFirst = themes.toSorted(
    (a, b) => Number(b.isPinned ?? false) - Number(a.isPinned ?? false) || b.messages - a.messages,
  )
  const survivors: Shape[] = []
  for (const theme of largestFirst) {
    const heir = theme.isPinned
      ? undefined
      : survivors.find((other) => cosineOf(other.terms, theme.terms) > alike)
    if (!heir) {
      survivors.push(theme)
      continue
    }
    heirs.set(theme.id, heir.id)
    changes.push({
      kind: 'merged',
      themeId: theme.id,
      otherId: heir.id,
      reason: `${theme.name}, ${heir.name}`,
    })
  }
  // In the order they had, so that positions say nothing new.
  return { survivors: themes.filter((theme) => survivors.includes(theme)), heirs, changes }
}

/** The change of each theme: retired, renamed, new, or split from another. */
export function historyOf(given: {
  drafts: readonly Draft[]
  alive: readonly Draft[]
  names: readonly string[]
  wordsOf: (draft: Draft) => string
  packed: Packed
  nearest: Int32Array
}): ThemeChange[] {
  const { drafts, alive, names, wordsOf, packed, nearest } = given
  const living = new Set(alive)
  const retired = drafts.filter((draft) => draft.before && !living.has(draft))
  const origins = originsOf(drafts, packed, nearest)
  return [
    ...retired.map(({ id, before }) => ({
      kind: 'retired' as const,
      themeId: id,
      reason: before?.name ?? '',
    })),
    ...alive.flatMap((draft, at): ThemeChange[] => {
      const name = names[at] ?? ''
      if (draft.before)
        return draft.before.name === name
          ? []
          : [{ kind: 'renamed', themeId: draft.id, reason: `${draft.before.name} → ${name}` }]
      const otherId = origins.get(draft.at)
      return [
        {
          ...(otherId === undefined ? { kind: 'new' } : { kind: 'split', otherId }),
          themeId: draft.id,
          reason: wordsOf(draft),
        },
      ]
    }),
  ]
}

/** The theme that most texts of a new one come from, by its position, where one theme had most of them. */
function originsOf(drafts: readonly Draft[], packed: Packed, nearest: Int32Array): Map<number, string> {
  const counts = new Map(
    drafts.filter(({ before }) => !before).map(({ at }) => [at, new Map<number, number>()]),
  )
  nearest.forEach((at, text) => {
    const former = packed.former[text] ?? -1
    const count = counts.get(at)
    if (count && former >= 0) count.set(former, (count.get(former) ?? 0) + 1)
  })
  const origins = new Map<number, string>()
  for (const { at, messages } of drafts)
    for (const [former, count] of counts.get(at) ?? [])
      if (count > messages * splitShare) origins.set(at, packed.formers[former] ?? '')
  return origins
}
