import { Readable } from 'node:stream'
import {
  addEventComment,
  getCommentFile,
  listEventComments,
  uploadCommentFile,
} from '@verbatim/contract/event-comments.ts'
import { evidenceFileLimits } from '@verbatim/contract/evidence-files.ts'
import type { FastifyInstance } from 'fastify'
import { addCommentFile, comment } from '#domains/cognitive-events/comment-commands.ts'
import { findCommentFile, findComments } from '#domains/cognitive-events/comment-queries.ts'
import { fileTooLarge, requireEvidenceFile } from '#domains/cognitive-events/evidence-file.ts'
import { requireWithin } from '#domains/cognitive-events/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { keepScan } from '#domains/messages/scan-commands.ts'
import { requireClean, type ScanContext, scanNow } from '#flows/scan-files/scan-files.ts'
import type { Scanned } from '#platform/clamd.ts'
import type { Blobs } from '#platform/blobs.ts'
import { type Db, inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

interface CommentContext extends ScanContext {
  readonly blobs: Blobs
}

const changing = announcing(['cognitive-events'])

/** What reviewers say of an event, with evidence files. */
export function eventCommentRoutes(app: FastifyInstance, ctx: CommentContext): void {
  const { db, blobs, now } = ctx
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
      const scanned = await requireNoMalware(ctx, body)
      const sha256 = await blobs.put(actor.tenantId, body)
      const file = { name: query.name, contentType, sizeBytes: body.length }
      return commit(async (tx) => {
        const id = await addCommentFile(tx, actor, { eventId: params.id, ...file, sha256 }, now())
        if (scanned) await keepScan(tx, sha256, scanned, now())
        return { id, ...file }
      })
    },
    { bodyLimit: evidenceFileLimits.sizeBytes, tooLarge: fileTooLarge },
  )
  route(app, getCommentFile, async ({ actor, params }) => {
    const file = await findFile(db, actor, params)
    await requireClean(ctx, actor.tenantId, file.sha256)
    return {
      body: await blobs.stream(actor.tenantId, file.sha256),
      contentType: 'application/octet-stream',
      fileName: file.name,
    }
  })
}

/**
 * Scans a file before it is kept. Where the scanner is away it is kept, and scanned before it can be opened.
 * @throws Failure `event.file-infected`
 */
async function requireNoMalware(
  { scanner, log }: CommentContext,
  body: Uint8Array,
): Promise<Scanned | undefined> {
  const scanned = scanner && (await scanNow(scanner, async () => Readable.from([body]), log))
  if (scanned?.verdict.state === 'infected')
    throw new Failure('event.file-infected', { malware: scanned.verdict.malware })
  return scanned
}

async function findFile(db: Db, actor: Actor, ids: Parameters<typeof findCommentFile>[2]) {
  const file = await inTenant(db, actor.tenantId, (tx) => findCommentFile(tx, actor.scope, ids))
  if (!file) throw new Failure('attachment.not-found')
  return file
}
