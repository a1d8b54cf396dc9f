import type { SubthemeId, ThemeId } from '@verbatim/contract/ids.ts'
import { mergeTheme, splitTheme, type ThemeFigures, updateTheme } from '@verbatim/contract/themes.ts'
import { dislikeTheme, likeTheme, type ThemeFeeling } from '@verbatim/contract/theme-feedback.ts'
import { useAct } from '#shell/use-act.ts'

/** Everything that shows themes: their own screens, and the column of messages. */
const shows = ['themes', 'messages']

const calls = { like: likeTheme, dislike: dislikeTheme } as const

/** Says what the reader thinks of a theme, or takes it back. */
export function useFeeling({ id, name }: Pick<ThemeFigures, 'id' | 'name'>) {
  const feel = useAct({
    call: (api, { feeling, undo }: Feeling) => api(calls[feeling], { body: { id, undo } }),
    done: (_, { feeling, undo }) =>
      feeling === 'dislike' && !undo
        ? {
            title: `“${name}” is no longer among your themes`,
            action: { label: 'Undo', act: () => feel.mutate({ feeling, undo: true }) },
          }
        : undefined,
    failed: 'Your opinion was not saved',
    touches: shows,
  })
  return feel
}

interface Feeling {
  readonly feeling: ThemeFeeling
  readonly undo: boolean
}

interface ThemeEdit {
  readonly name?: string
  readonly isHidden?: boolean
}

/** Renames a theme, hides it, or shows it again. */
export const useUpdateTheme = ({ id, version }: { readonly id: ThemeId; readonly version: number }) =>
  useAct({
    call: (api, edit: ThemeEdit) =>
      api(updateTheme, { params: { id }, body: { ...edit, expectedVersion: version } }),
    done: (_, { name, isHidden }) =>
      name ? `Renamed to “${name}”` : isHidden ? 'Hidden from everyone' : 'Shown again',
    failed: 'The theme was not changed',
    touches: shows,
  })

/** Makes a theme a part of another. */
export const useMergeTheme = (
  { id, version }: { readonly id: ThemeId; readonly version: number },
  onMerged: (into: ThemeId) => void,
) =>
  useAct({
    call: (api, into: ThemeId) =>
      api(mergeTheme, { params: { id }, body: { into, expectedVersion: version } }),
    failed: 'The themes were not merged',
    touches: shows,
    onDone: (merged) => onMerged(merged.id),
  })

/** Makes a sub-theme a theme of its own. */
export const useSplitTheme = (
  { id, version }: { readonly id: ThemeId; readonly version: number },
  onSplit: (into: ThemeId) => void,
) =>
  useAct({
    call: (api, part: { readonly subthemeId: SubthemeId; readonly name: string }) =>
      api(splitTheme, { params: { id }, body: { ...part, expectedVersion: version } }),
    failed: 'The theme was not split',
    touches: shows,
    onDone: (split) => onSplit(split.id),
  })
