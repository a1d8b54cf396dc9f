import { listSubthemes, listThemes } from '@verbatim/contract/theme-choices.ts'
import type { FastifyInstance } from 'fastify'
import { findSubthemeChoices, findThemeChoices } from '#domains/themes/choices.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'

/** Themes and sub-themes to choose from in filters. */
export function themeChoiceRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listThemes, ({ actor, query, read }) =>
    read((tx) => findThemeChoices(tx, actor.scope, query, now())),
  )
  route(app, listSubthemes, ({ actor, query, read }) =>
    read((tx) => findSubthemeChoices(tx, actor.scope, query, now())),
  )
}
