import { channelsOfType } from '@verbatim/contract/channels.ts'
import {
  getAccountRemoval,
  getInsightRemoval,
  getSavedViewRemoval,
} from '@verbatim/contract/removal-effects.ts'
import type { FastifyInstance } from 'fastify'
import { findAccountRemoval } from '#flows/preview-removal/account-removal.ts'
import { findInsightRemoval } from '#flows/preview-removal/insight-removal.ts'
import { findViewRemoval } from '#flows/preview-removal/view-removal.ts'
import { route } from '#platform/http/route.ts'

/** What removals take along, for the questions before them. */
export function removalEffectRoutes(app: FastifyInstance): void {
  route(app, getInsightRemoval, ({ actor, params: { id }, read }) =>
    read((tx) => findInsightRemoval(tx, actor, id)),
  )
  route(app, getSavedViewRemoval, ({ actor, params: { id }, read }) =>
    read((tx) => findViewRemoval(tx, actor, id)),
  )
  route(app, getAccountRemoval, ({ actor, params: { type, id }, read }) =>
    read((tx) => findAccountRemoval(tx, actor.scope, { channels: channelsOfType(type), id })),
  )
}
