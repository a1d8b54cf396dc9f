/** What a reader thinks of a theme: liked, it comes first for them; disliked, it leaves their view. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ThemeId } from './ids.ts'

const themeFeelings = ['like', 'dislike'] as const
export const ThemeFeeling = z.enum(themeFeelings)
export type ThemeFeeling = z.infer<typeof ThemeFeeling>

const Felt = z.strictObject({
  id: ThemeId,
  /** Takes it back. */
  undo: z.boolean().default(false),
})
const feeling = {
  method: 'POST',
  body: Felt,
  response: z.object({ id: ThemeId, feeling: ThemeFeeling.nullable() }),
  access: 'themes.feedback',
  failures: ['theme.not-found'],
} as const

/** The reader sees it first. */
export const likeTheme = endpoint({ ...feeling, path: '/bff/themes/like' })
/** The reader sees it no more among the others. */
export const dislikeTheme = endpoint({ ...feeling, path: '/bff/themes/dislike' })
/** The same by the name that the specification gives to anything that can be liked: themes. */
export const likeEntity = endpoint({ ...feeling, path: '/bff/entities/like' })
export const dislikeEntity = endpoint({ ...feeling, path: '/bff/entities/dislike' })
