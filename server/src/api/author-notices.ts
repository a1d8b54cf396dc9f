import { notifyAuthor } from '@verbatim/contract/author-notices.ts'
import type { FastifyInstance } from 'fastify'
import type { MailContext } from '#domains/mail/commands.ts'
import { notifyAuthor as sendNote } from '#flows/notify-author/notify-author.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['cognitive-events', 'audit'])

/** Notes to the authors of flagged messages. */
export function authorNoticeRoutes(app: FastifyInstance, ctx: MailContext): void {
  route(app, notifyAuthor, ({ actor, params: { id }, body, commit }) =>
    changing(commit, actor, (tx) => sendNote(tx, ctx, actor, { id, ...body })),
  )
}
