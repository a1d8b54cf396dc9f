import { listSubthemes, listThemes } from '@verbatim/contract/theme-choices.ts'
import type { FastifyInstance } from 'fastify'
import { findSubthemeChoices, findThemeChoices } from '#domains/themes/queries.ts'
import { route } from '#platform/http/route.ts'

/** Themes and sub-themes to choose from in filters. */
export function themeChoiceRoutes(app: FastifyInstance): void {
  route(app, listThemes, ({ actor, query, read }) => read((tx) => findThemeChoices(tx, actor.scope, query)))
  route(app, listSubthemes, ({ actor, query, read }) =>
    read((tx) => findSubthemeChoices(tx, actor.scope, query)),
  )
}
