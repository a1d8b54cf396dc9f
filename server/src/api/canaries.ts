import { updateCanary } from '@verbatim/contract/canaries.ts'
import type { FastifyInstance } from 'fastify'
import { changeCanary } from '#flows/watch-accounts/canary-setting.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'

/** Test messages that are sent to accounts on a schedule. */
export function canaryRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, updateCanary, ({ actor, params: { id }, body, commit }) =>
    commit((tx) => changeCanary(tx, actor, { id, ...body }, now())),
  )
}
