import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import {
  dislikeTheme,
  likeTheme,
  mergeTheme,
  type ThemeFeeling,
  type ThemeFigures,
  updateTheme,
} from '@verbatim/contract/themes.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Everything that shows themes: their own screens, and the column of messages. */
function useRefresh() {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(['themes', 'messages'].map((slice) => queryClient.invalidateQueries({ queryKey: [slice] })))
}

const calls = { like: likeTheme, dislike: dislikeTheme } as const

/** Says what the reader thinks of a theme, or takes it back. */
export function useFeeling({ id, name }: Pick<ThemeFigures, 'id' | 'name'>) {
  const api = useApi()
  const refresh = useRefresh()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const feel = useMutation({
    mutationFn: ({ feeling, undo }: { readonly feeling: ThemeFeeling; readonly undo: boolean }) =>
      api(calls[feeling], { body: { id, undo } }),
    onSuccess: (_, { feeling, undo }) => {
      if (feeling === 'dislike' && !undo)
        toast({
          tone: 'done',
          title: `“${name}” is no longer among your themes`,
          action: { label: 'Undo', act: () => feel.mutate({ feeling, undo: true }) },
        })
    },
    onError: (error) => tellFailure('Your opinion was not saved', error),
    onSettled: refresh,
  })
  return feel
}

interface ThemeEdit {
  readonly name?: string
  readonly isHidden?: boolean
}

/** Renames a theme, hides it, or shows it again. */
export function useUpdateTheme({ id, version }: { readonly id: ThemeId; readonly version: number }) {
  const api = useApi()
  const refresh = useRefresh()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (edit: ThemeEdit) =>
      api(updateTheme, { params: { id }, body: { ...edit, expectedVersion: version } }),
    onSuccess: (_, { name, isHidden }) =>
      toast({
        tone: 'done',
        title: name ? `Renamed to “${name}”` : isHidden ? 'Hidden from everyone' : 'Shown again',
      }),
    onError: (error) => tellFailure('The theme was not changed', error),
    onSettled: refresh,
  })
}

/** Makes a theme a part of another. */
export function useMergeTheme(
  { id, version }: { readonly id: ThemeId; readonly version: number },
  onMerged: (into: ThemeId) => void,
) {
  const api = useApi()
  const refresh = useRefresh()
  const tellFailure = useFailureToast()
  return useMutation({
    mutationFn: (into: ThemeId) =>
      api(mergeTheme, { params: { id }, body: { into, expectedVersion: version } }),
    onSuccess: (merged) => onMerged(merged.id),
    onError: (error) => tellFailure('The themes were not merged', error),
    onSettled: refresh,
  })
}
