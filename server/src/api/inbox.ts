import { listInbox, readInbox } from '@verbatim/contract/inbox.ts'
import type { FastifyInstance } from 'fastify'
import { readItems } from '#domains/inbox/commands.ts'
import { countUnread, findInbox } from '#flows/show-inbox/queries.ts'
import type { Clock } from '#kernel/clock.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['inbox'])

/** The inbox: other users' changes that concern the reader. */
export function inboxRoutes(app: FastifyInstance, { now }: Clock): void {
  route(app, listInbox, ({ actor, query, read }) => read((tx) => findInbox(tx, actor, query.before)))
  route(app, readInbox, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await readItems(tx, actor, body.ids, now())
      return { unread: await countUnread(tx, actor) }
    }),
  )
}
