import {
  assignEvent,
  exportCognitiveEvents,
  findMessageEvidence,
  getCognitiveEvent,
  listCognitiveEvents,
  undoEventStatuses,
  updateEventStatus,
  updateEventStatuses,
} from '@verbatim/contract/cognitive-events.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import type { FastifyInstance } from 'fastify'
import { createExport } from '#domains/exports/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { checkFilterAccess } from './filter-access.ts'
import { checkNamedRows } from './named-rows.ts'
import { findAsOf, openAsOf } from '#domains/cognitive-events/as-of.ts'
import { assign, changeStatus, changeStatuses, undoChange } from '#domains/cognitive-events/commands.ts'
import { type EvidenceReach, findTextEvidence } from '#domains/cognitive-events/evidence-queries.ts'
import { findNamedIds } from '#domains/cognitive-events/named-events.ts'
import { findEvents, requireEvent, toDetail } from '#domains/cognitive-events/queries.ts'
import type { Secrets } from '#platform/crypto.ts'

const changing = announcing(['cognitive-events'])

interface EventsContext extends Clock {
  readonly secrets: Secrets
}

/** Cognitive events: listing, details, and reviewing one or many. */
export function cognitiveEventRoutes(app: FastifyInstance, ctx: EventsContext): void {
  const { now, secrets } = ctx
  route(app, listCognitiveEvents, ({ actor, query, read }) => {
    checkFilterAccess(actor, query)
    return read(async (tx) => ({
      // Before the rows: what is saved between the two counts as later.
      asOf: await findAsOf(tx, secrets),
      ...(await findEvents(tx, actor.scope, query, { now: now(), ...reachOf(actor) })),
    }))
  })
  route(app, getCognitiveEvent, ({ actor, params, read }) =>
    read((tx) => requireEvent(tx, actor.scope, params.id, reachOf(actor))),
  )
  route(
    app,
    findMessageEvidence,
    async ({ actor, body, read }) => ({
      items: await read((tx) => findTextEvidence(tx, actor.scope, body.messageIds, reachOf(actor))),
    }),
    { asks: true },
  )
  route(
    app,
    exportCognitiveEvents,
    ({ actor, body, query, commit }) => {
      checkFilterAccess(actor, query)
      const { sort, filter, search } = query
      const question = formatListQuery({ sort, filter, ...(search && { search }) })
      const asked = { kind: 'cognitive-events', format: body.format, question }
      return commit(async (tx) => ({ exportId: await createExport(tx, actor, asked, now()) }))
    },
    { status: 202 },
  )
  reviewRoutes(app, ctx)
}

function reviewRoutes(app: FastifyInstance, { now, secrets }: EventsContext): void {
  route(app, updateEventStatus, ({ actor, params, body, commit }) =>
    changing(commit, actor, async (tx) => {
      const event = await changeStatus(tx, actor, { id: params.id, change: body }, now())
      return toDetail(tx, actor.scope, event, reachOf(actor))
    }),
  )
  route(app, assignEvent, ({ actor, params, body, commit }) =>
    changing(commit, actor, async (tx) => {
      const event = await assign(tx, actor, { id: params.id, ...body }, now())
      return toDetail(tx, actor.scope, event, reachOf(actor))
    }),
  )
  route(app, updateEventStatuses, ({ actor, query, body, commit }) => {
    checkNamedRows(body, query)
    checkFilterAccess(actor, query)
    return changing(commit, actor, async (tx) => {
      const ids = await findNamedIds(tx, actor.scope, { query, named: body }, now())
      const { change, expectedVersions } = body
      const asOf = body.asOf && openAsOf(tx, secrets, body.asOf)
      return changeStatuses(tx, actor, { ids, change, expectedVersions, asOf }, now())
    })
  })
  route(app, undoEventStatuses, ({ actor, body, commit }) =>
    changing(commit, actor, (tx) => undoChange(tx, actor, body.changeId, now())),
  )
}

export const reachOf = ({ permissions }: Actor): EvidenceReach => ({
  withAttachments: permissions.has('messages.view_attachments'),
})
