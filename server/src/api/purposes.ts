import { getPurpose, statePurpose as stateEndpoint } from '@verbatim/contract/purposes.ts'
import type { FastifyInstance } from 'fastify'
import { findPurpose, statePurpose } from '#domains/permissions/purposes.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['audit'])

/** The caller's purpose for reading messages without an event. */
export function purposeRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, getPurpose, ({ actor, read }) => read((tx) => findPurpose(tx, actor.userId, now())))
  route(app, stateEndpoint, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await statePurpose(tx, actor, body, now())
      return findPurpose(tx, actor.userId, now())
    }),
  )
}
