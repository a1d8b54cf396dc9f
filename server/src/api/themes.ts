import type { InputOf } from '@verbatim/contract/endpoint.ts'
import {
  categoryOf,
  getTheme,
  getThemeMetrics,
  listThemeContacts,
  listThemeExamples,
  listThemeLines,
  listThemeMessages,
  mergeTheme,
  splitTheme,
  updateTheme,
} from '@verbatim/contract/themes.ts'
import type { FastifyInstance } from 'fastify'
import { findMessages } from '#domains/messages/queries.ts'
import { findPeriods } from '#domains/metrics/period.ts'
import { findTheme } from '#domains/metrics/theme.ts'
import { findThemeContacts } from '#domains/metrics/theme-people.ts'
import { findThemeMetrics } from '#domains/metrics/themes.ts'
import { updateTheme as change } from '#domains/themes/commands.ts'
import { findExamples } from '#flows/revise-themes/examples.ts'
import { findThemeLines } from '#flows/revise-themes/lines.ts'
import { ofTheme, requireShown, seesHiddenOf } from '#flows/revise-themes/shown.ts'
import { mergeTheme as merge } from '#flows/revise-themes/merge.ts'
import { splitTheme as split } from '#flows/revise-themes/split.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { checkFilterAccess } from './filter-access.ts'

/** What messages are about, and what people think of it. */
export function themeRoutes(app: FastifyInstance, { now }: Clock): void {
  const changing = announcing(['themes', 'messages', 'audit'])
  const reachOf = ({ permissions }: Actor) => ({
    now: now(),
    withAttachments: permissions.has('messages.view_attachments'),
  })

  route(app, getThemeMetrics, ({ actor, query: { view, order, ...query }, read }) =>
    read(async (tx) => {
      const permission = 'themes.manage'
      const mayManage = actor.permissions.has(permission)
      if (view === 'hidden' && !mayManage) throw new Failure('access.denied', { permission })
      const found = await findThemeMetrics(tx, questionOf(actor, categoryOf(query)), {
        query,
        view,
        order,
        now: now(),
      })
      return mayManage ? found : { ...found, hidden: 0 }
    }),
  )

  route(app, getTheme, ({ actor, params: { id }, query, read }) =>
    read(async (tx) => {
      const theme = await requireShown(tx, actor, id)
      const asked = { id: theme.id, query, now: now(), seesHidden: seesHiddenOf(actor) }
      return findTheme(tx, questionOf(actor, categoryOf(query)), asked)
    }),
  )

  route(app, listThemeContacts, ({ actor, params: { id: themeId }, query, read }) =>
    read(async (tx) => {
      const asked = { ...query, themeId, seesHiddenThemes: seesHiddenOf(actor) }
      return findThemeContacts(tx, actor.scope, await findPeriods(tx, query, now()), asked)
    }),
  )

  route(app, listThemeMessages, ({ actor, params: { id }, query, read }) => {
    checkFilterAccess(actor, query)
    return read(async (tx) => {
      await requireShown(tx, actor, id)
      return findMessages(tx, actor.scope, await ofTheme(tx, id, query, now()), reachOf(actor))
    })
  })

  route(app, listThemeExamples, ({ actor, params: { id }, query, read }) => {
    checkFilterAccess(actor, query)
    return read(async (tx) => {
      const theme = await requireShown(tx, actor, id)
      const asked = await ofTheme(tx, id, query, now())
      return findExamples(tx, actor.scope, { theme, query: asked, reach: reachOf(actor) })
    })
  })

  route(app, listThemeLines, ({ actor, query, read }) =>
    read(async (tx) => ({
      items: await findThemeLines(tx, {
        scope: actor.scope,
        category: categoryOf(query),
        query,
        seesHidden: seesHiddenOf(actor),
        now: now(),
      }),
    })),
  )

  route(app, updateTheme, ({ actor, params: { id }, body: { expectedVersion, ...edit }, commit }) =>
    changing(commit, actor, (tx) => change(tx, actor, { id, expectedVersion, ...edit }, now())),
  )

  route(app, mergeTheme, ({ actor, params: { id }, body: { expectedVersion, into }, commit }) =>
    changing(commit, actor, (tx) => merge(tx, actor, { id, expectedVersion, into }, now())),
  )

  route(app, splitTheme, ({ actor, params: { id }, body: { expectedVersion, ...part }, commit }) =>
    changing(commit, actor, (tx) => split(tx, actor, { id, expectedVersion, ...part }, now())),
  )
}

const questionOf = ({ scope, userId }: Actor, category: InputOf<typeof getTheme>['query']['category']) => ({
  scope,
  userId,
  category,
})
