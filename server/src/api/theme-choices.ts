import { listThemes } from '@verbatim/contract/theme-choices.ts'
import type { FastifyInstance } from 'fastify'
import { findThemeChoices } from '#domains/themes/queries.ts'
import { route } from '#platform/http/route.ts'

/** Themes to choose from in filters. */
export function themeChoiceRoutes(app: FastifyInstance): void {
  route(app, listThemes, ({ actor, query, read }) => read((tx) => findThemeChoices(tx, actor.scope, query)))
}
