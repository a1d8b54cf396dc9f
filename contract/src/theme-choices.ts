/** Themes to choose from. Filters of lists need them before any figure is shown, so they are apart from the figures of themes. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SubthemeId, ThemeId } from './ids.ts'
import { listQuery, listSpec, page } from './list.ts'

/** By their names; or those with an ID, also a hidden one, and what a merged one has become. */
export const themeChoiceList = listSpec({
  fields: { name: { type: 'text', sort: true }, id: { type: 'uuid' } },
  defaultSort: 'name',
  search: ['name'],
})

export const ThemeChoice = z.object({ id: ThemeId, name: z.string() })
export type ThemeChoice = z.infer<typeof ThemeChoice>

export const listThemes = endpoint({
  method: 'GET',
  path: '/bff/api/v1/themes',
  query: listQuery(themeChoiceList),
  response: page(ThemeChoice),
  access: 'themes.view',
})

/** A sub-theme, named with its theme. */
export const SubthemeChoice = z.object({ id: SubthemeId, name: z.string() })
export type SubthemeChoice = z.infer<typeof SubthemeChoice>

/** The same of sub-themes. */
export const listSubthemes = endpoint({
  method: 'GET',
  path: '/bff/api/v1/subthemes',
  query: listQuery(themeChoiceList),
  response: page(SubthemeChoice),
  access: 'themes.view',
})
