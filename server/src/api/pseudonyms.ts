import { revealIdentity } from '@verbatim/contract/pseudonyms.ts'
import type { FastifyInstance } from 'fastify'
import { requireVisible } from '#domains/messages/conversation-queries.ts'
import { reveal } from '#domains/permissions/reveals.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['audit'])

/** Shows the names of one conversation for a reason. */
export function pseudonymRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, revealIdentity, ({ actor, params: { id }, body: { reason }, commit }) =>
    changing(commit, actor, async (tx) => {
      const conversation = await requireVisible(tx, actor.scope, id)
      return reveal(tx, actor, { id: conversation.id, reason }, now())
    }),
  )
}
