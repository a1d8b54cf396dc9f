import {
  createSavedView,
  deleteSavedView,
  getSavedViewRemoval,
  listSavedViews,
  updateSavedView,
} from '@verbatim/contract/saved-views.ts'
import type { FastifyInstance } from 'fastify'
import { addSavedView, changeSavedView, removeSavedView } from '#domains/saved-views/commands.ts'
import type { SpecOf } from '#domains/saved-views/lists.ts'
import { findSavedViews } from '#domains/saved-views/queries.ts'
import { findViewRemoval } from '#flows/preview-removal/view-removal.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['saved-views', 'audit'])

/** Questions of lists that people keep under a name. */
export function savedViewRoutes(app: FastifyInstance, { now }: Clock): void {
  const specOf = specOfServed(app)
  route(app, listSavedViews, ({ actor, query: { list }, read }) =>
    read(async (tx) => ({ items: await findSavedViews(tx, actor, list) })),
  )
  route(app, createSavedView, ({ actor, body, commit }) =>
    changing(commit, actor, (tx) => addSavedView(tx, actor, { ...body, specOf }, now())),
  )
  route(app, updateSavedView, ({ actor, params: { id }, body: change, commit }) =>
    changing(commit, actor, (tx) => changeSavedView(tx, actor, { id, change, specOf }, now())),
  )
  route(app, deleteSavedView, ({ actor, params: { id }, query: { expectedVersion }, commit }) =>
    changing(commit, actor, async (tx) => {
      await removeSavedView(tx, actor, { id, expectedVersion }, now())
      return { id }
    }),
  )
  route(app, getSavedViewRemoval, ({ actor, params: { id }, read }) =>
    read((tx) => findViewRemoval(tx, actor, id)),
  )
}

/** The lists whose questions are kept, among the calls that are served. */
const specOfServed =
  ({ served }: FastifyInstance): SpecOf =>
  (list) => {
    const found = served.find(({ endpoint }) => endpoint?.viewed?.as === list)?.endpoint?.viewed
    if (!found) throw new Error(`No call serves the list ${list}`)
    return found.spec
  }
