import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { listSubthemes, listThemes } from '@verbatim/contract/theme-choices.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { findSubthemeChoices, findThemeChoices } from '#domains/themes/choices.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'

/** Themes and sub-themes to choose from in filters. */
export function themeChoiceRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, alsoById(listThemes), ({ actor, query, read }) =>
    read((tx) => findThemeChoices(tx, actor.scope, query, now())),
  )
  route(app, alsoById(listSubthemes), ({ actor, query, read }) =>
    read((tx) => findSubthemeChoices(tx, actor.scope, query, now())),
  )
}

const Asked = z.record(z.string(), z.unknown())

/** Takes `id=…` for the condition `id[eq]`: a page of the previous release, open in a tab, asks for a name in this way. */
const alsoById = <E extends Endpoint & Pick<typeof listThemes, 'query'>>(endpoint: E): E => ({
  ...endpoint,
  query: Asked.transform(({ id, ...asked }) =>
    id === undefined ? asked : { ...asked, 'filter[id][eq]': id },
  )
    .pipe(endpoint.query)
    .meta({ parameters: endpoint.query.meta()?.['parameters'] }), // as the contract describes them
})
