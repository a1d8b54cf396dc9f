import { ActionIcon, Tooltip } from '@mantine/core'
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react'
import type { ThemeFigures } from '@verbatim/contract/themes.ts'
import type { ThemeFeeling } from '@verbatim/contract/theme-feedback.ts'
import { useCan } from '#shell/use-app-context.ts'
import { useFeeling } from './mutations.ts'

const looks = {
  like: {
    label: 'Like',
    isSet: 'Liked',
    hint: 'You see it first',
    icon: IconThumbUp,
    filled: IconThumbUpFilled,
  },
  dislike: {
    label: 'Dislike',
    isSet: 'Disliked',
    hint: 'You no longer see it among the others',
    icon: IconThumbDown,
    filled: IconThumbDownFilled,
  },
} as const

/** Likes or dislikes a theme, for this reader alone; pressing again takes it back. */
export function FeelingButtons({ theme }: { theme: Pick<ThemeFigures, 'id' | 'name' | 'feeling'> }) {
  const mayFeel = useCan('themes.feedback')
  const { mutate, isPending } = useFeeling(theme)
  if (!mayFeel) return undefined
  return (['like', 'dislike'] as const satisfies ThemeFeeling[]).map((feeling) => {
    const { label, isSet, hint, icon: Plain, filled: Filled } = looks[feeling]
    const isOn = theme.feeling === feeling
    const Mark = isOn ? Filled : Plain
    return (
      <Tooltip key={feeling} label={isOn ? `${isSet}. Press to undo.` : `${label}: ${hint.toLowerCase()}`}>
        <ActionIcon
          size={32}
          aria-label={`${label} ${theme.name}`}
          aria-pressed={isOn}
          disabled={isPending}
          onClick={() => mutate({ feeling, undo: isOn })}
        >
          <Mark size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    )
  })
}
