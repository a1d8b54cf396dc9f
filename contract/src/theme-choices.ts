/** Themes to choose from. Filters of lists need them before any figure is shown, so they are apart from the figures of themes. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SubthemeId, ThemeId } from './ids.ts'
import { maxSearchLength } from './list.ts'
import { text } from './text.ts'

/** The most that are offered at once. */
export const mostThemeChoices = 50

export const ThemeChoice = z.object({ id: ThemeId, name: z.string() })
export type ThemeChoice = z.infer<typeof ThemeChoice>

/** Themes found by a part of their names; or the one with an ID, for its name. */
export const listThemes = endpoint({
  method: 'GET',
  path: '/bff/api/v1/themes',
  query: z.object({ search: text({ max: maxSearchLength }).optional(), id: ThemeId.optional() }),
  response: z.object({ items: z.array(ThemeChoice), total: z.int() }),
  access: 'themes.view',
})

/** A sub-theme, named with its theme. */
export const SubthemeChoice = z.object({ id: SubthemeId, name: z.string() })
export type SubthemeChoice = z.infer<typeof SubthemeChoice>

/** The same of sub-themes. */
export const listSubthemes = endpoint({
  method: 'GET',
  path: '/bff/api/v1/subthemes',
  query: z.object({ search: text({ max: maxSearchLength }).optional(), id: SubthemeId.optional() }),
  response: z.object({ items: z.array(SubthemeChoice), total: z.int() }),
  access: 'themes.view',
})
