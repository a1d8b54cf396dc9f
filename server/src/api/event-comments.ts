import {
  addEventComment,
  commentFileLimits,
  getCommentFile,
  listEventComments,
  uploadCommentFile,
} from '@verbatim/contract/event-comments.ts'
import type { FastifyInstance } from 'fastify'
import { addCommentFile, comment } from '#domains/cognitive-events/comment-commands.ts'
import { findCommentFile, findComments } from '#domains/cognitive-events/comment-queries.ts'
import { fileTooLarge, requireEvidenceFile } from '#domains/cognitive-events/evidence-file.ts'
import { requireWithin } from '#domains/cognitive-events/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

interface CommentContext {
  readonly db: Db
  readonly blobs: Blobs
  readonly now: () => Date
}

const changing = announcing(['cognitive-events'])

/** Reviewers' comments on an event, with evidence files. */
export function eventCommentRoutes(app: FastifyInstance, { db, blobs, now }: CommentContext): void {
  route(app, listEventComments, ({ actor, params, query, read }) =>
    read(async (tx) => {
      await requireWithin(tx, actor.scope, params.id)
      const newestFirst = query.sort[0]?.direction === 'desc'
      return findComments(tx, params.id, { limit: query.limit, skip: query.skip, newestFirst })
    }),
  )
  route(app, addEventComment, ({ actor, body, commit }) =>
    changing(commit, actor, async (tx) => {
      await requireWithin(tx, actor.scope, body.eventId)
      const { eventId, comment: said, fileIds = [], mentions } = body
      return comment(tx, actor, { eventId, body: said, fileIds, mentions }, now())
    }),
  )
  route(
    app,
    uploadCommentFile,
    async ({ actor, params, query, body, commit }) => {
      await inTenant(db, actor.tenantId, (tx) => requireWithin(tx, actor.scope, params.id))
      const contentType = await requireEvidenceFile(query.name, body)
      const sha256 = await blobs.put(actor.tenantId, body)
      const file = { name: query.name, contentType, sizeBytes: body.length }
      return commit(async (tx) => {
        const id = await addCommentFile(tx, actor, { eventId: params.id, ...file, sha256 }, now())
        return { id, ...file }
      })
    },
    { bodyLimit: commentFileLimits.sizeBytes, tooLarge: fileTooLarge() },
  )
  route(app, getCommentFile, async ({ actor, params }) => {
    const file = await findFile(db, actor, params)
    return {
      body: await blobs.stream(actor.tenantId, file.sha256),
      contentType: 'application/octet-stream',
      fileName: file.name,
    }
  })
}

async function findFile(db: Db, actor: Actor, ids: Parameters<typeof findCommentFile>[2]) {
  const file = await inTenant(db, actor.tenantId, (tx) => findCommentFile(tx, actor.scope, ids))
  if (!file) throw new Failure('attachment.not-found')
  return file
}
