/** Who looked at what: content that somebody opened is in the audit trail before they have it. */
import { createHash } from 'node:crypto'
import type { AuditType } from '@verbatim/contract/audit-types.ts'
import { getConversation } from '@verbatim/contract/conversations.ts'
import type { Endpoint } from '@verbatim/contract/endpoint.ts'
import { getExportFile } from '@verbatim/contract/exports.ts'
import type { TenantId } from '@verbatim/contract/ids.ts'
import {
  getAttachment,
  getAttachmentByQuery,
  getAttachmentPreview,
  getAttachmentText,
  getMessage,
} from '@verbatim/contract/messages.ts'
import {
  getMessengerAttachment,
  getMessengerConversation,
  getMessengerPreview,
} from '@verbatim/contract/messenger.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AuditedView, recordViews } from '#domains/audit/view-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { type Db, inTenant } from '#platform/db.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a handler of the messenger: what is read is of others, and shared with the reader. */
    readsOfOthers: boolean
  }
}

interface ViewContext {
  readonly db: Db
  readonly now: () => Date
}

interface Seen {
  readonly type: AuditType
  readonly kind: string
  /** Which of the request's parameters is the id of what was seen. */
  readonly id: string
  /** In the messenger people read their own conversations; of a user only what is of others is recorded. */
  readonly ofOthers?: true
}

const seenBy: ReadonlyMap<Endpoint, Seen> = new Map<Endpoint, Seen>([
  [getMessage, { type: 'message_viewed', kind: 'message', id: 'id' }],
  [getConversation, { type: 'conversation_viewed', kind: 'conversation', id: 'id' }],
  [getAttachment, { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId' }],
  [getAttachmentByQuery, { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId' }],
  [getAttachmentPreview, { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId' }],
  [getMessengerConversation, { type: 'conversation_viewed', kind: 'conversation', id: 'id', ofOthers: true }],
  [
    getMessengerAttachment,
    { type: 'attachment_downloaded', kind: 'attachment', id: 'attachmentId', ofOthers: true },
  ],
  [
    getMessengerPreview,
    { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId', ofOthers: true },
  ],
  [getAttachmentText, { type: 'attachment_viewed', kind: 'attachment', id: 'attachmentId' }],
  [getExportFile, { type: 'export_downloaded', kind: 'export', id: 'id' }],
])

/**
 * Records that content was opened, before it is sent: one event for a viewer, a thing and an hour. What is asked for
 * while a record is being written is recorded together, in the next.
 */
export function recordWhatIsSeen(app: FastifyInstance, ctx: ViewContext): void {
  const record = gathered(ctx)
  app.decorateRequest('readsOfOthers', false)
  app.addHook('onSend', async (request, reply, payload) => {
    const { endpoint } = request.routeOptions.config
    const seen = endpoint && seenBy.get(endpoint)
    const { actor } = request
    const isRecorded = !seen?.ofOthers || actor?.messengerRole === 'manager' || request.readsOfOthers
    if (seen && actor && isRecorded && reply.statusCode === 200)
      await record(actor, viewOf(request, seen, actor, ctx.now()))
    return payload
  })
}

const hourMs = 3_600_000

function viewOf(
  request: FastifyRequest,
  { type, kind, id: named }: Seen,
  actor: Actor,
  at: Date,
): AuditedView {
  const asked = { ...(request.query as object), ...(request.params as object) } as Record<string, string>
  const target = (asked[named] ?? '').toLowerCase()
  const hour = Math.floor(at.getTime() / hourMs)
  return {
    id: idOf(`${actor.userId} ${type} ${target} ${hour}`, hour * hourMs),
    at,
    type,
    actor,
    target: { kind, id: target },
  }
}

/** The same for the same view in the same hour, whichever process records it: a UUIDv7 whose random part is a digest. */
function idOf(view: string, timeMs: number): string {
  const digest = createHash('sha256').update(view).digest('hex')
  const time = timeMs.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

/** What was recorded lately is not asked of the database again. */
const mostRemembered = 50_000

interface Waiting {
  views: Map<string, AuditedView>
  written: Promise<void>
}

/** Writes what is given together: one transaction at a time for a tenant, each with all that came meanwhile. */
function gathered({ db }: ViewContext): (actor: Actor, view: AuditedView) => Promise<void> {
  const recorded = new Set<string>()
  const writing = new Map<TenantId, Promise<void>>()
  const waiting = new Map<TenantId, Waiting>()

  async function write(tenantId: TenantId): Promise<void> {
    await writing.get(tenantId)?.catch(() => {}) // its own callers are told
    const views = [...(waiting.get(tenantId)?.views.values() ?? [])]
    waiting.delete(tenantId)
    const done = inTenant(db, tenantId, (tx) => recordViews(tx, views))
    writing.set(tenantId, done)
    await done.finally(() => {
      if (writing.get(tenantId) === done) writing.delete(tenantId)
    })
    if (recorded.size > mostRemembered) recorded.clear()
    for (const { id } of views) recorded.add(id)
  }

  return async ({ tenantId }, view) => {
    if (recorded.has(view.id)) return
    const group = waiting.get(tenantId)
    if (group) {
      group.views.set(view.id, view)
      return group.written
    }
    const views = new Map([[view.id, view]])
    const made: Waiting = { views, written: Promise.resolve() }
    waiting.set(tenantId, made)
    made.written = write(tenantId)
    return made.written
  }
}
