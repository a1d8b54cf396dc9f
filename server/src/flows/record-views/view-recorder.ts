/** Each view is in the audit trail before the user gets the data. Source: docs/decisions/0021. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { createHash } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { type AuditedView, recordViews } from '#domains/audit/view-commands.ts'
import { findStanding } from '#domains/messages/standing.ts'
import type { Actor } from '#kernel/actor.ts'
import { type DbContext, inTenant, type TenantTx } from '#platform/db.ts'

/** A view or an attempt, with the key that identifies repetitions. */
export interface Noted extends Omit<AuditedView, 'id' | 'at' | 'actor'> {
  /** The same for all repetitions of an action within an hour by one user; with the type it is the whole identity. */
  readonly once: string
}

/** Resolves when it is in the trail. */
export type RecordView = (actor: Actor, noted: Noted) => Promise<void>

/**
 * Opens the writer of views: one event per user, thing and hour. Views that arrive during a write are written
 * together, in the next transaction of that organization.
 */
export function openViewRecorder(ctx: DbContext): RecordView {
  const record = gathered(ctx)
  return (actor, { once, ...view }) => {
    const at = ctx.now()
    const hour = Math.floor(at.getTime() / hourMs)
    const id = idOf(`${actor.userId} ${view.type} ${once} ${hour}`, hour * hourMs)
    return record(actor, { ...view, id, at, actor })
  }
}

/** The same ID for the same view in the same hour, in every process: a UUIDv7 whose random part is a hash. */
function idOf(view: string, timeMs: number): string {
  const digest = createHash('sha256').update(view).digest('hex')
  const time = timeMs.toString(16).padStart(12, '0')
  const variant = ((Number.parseInt(digest.slice(3, 4), 16) & 0x3) | 0x8).toString(16)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-${variant}${digest.slice(4, 7)}-${digest.slice(7, 19)}`
}

/** Recently recorded views are not written to the database again. */
const mostRemembered = 50_000

interface Waiting {
  views: Map<string, AuditedView>
  written: Promise<void>
}

/** Writes the given views together: one transaction at a time for a tenant, each with all views that arrived meanwhile. */
function gathered({ db }: DbContext): (actor: Actor, view: AuditedView) => Promise<void> {
  const recorded = new Set<string>()
  const writing = new Map<TenantId, Promise<void>>()
  const waiting = new Map<TenantId, Waiting>()

  async function write(tenantId: TenantId): Promise<void> {
    await writing.get(tenantId)?.catch(() => {}) // its own callers get the error
    const views = [...(waiting.get(tenantId)?.views.values() ?? [])]
    waiting.delete(tenantId)
    const done = inTenant(db, tenantId, async (tx) => recordViews(tx, await asStanding(tx, views)))
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

/** A merged conversation is in the trail as the one that it turned out to be, which is what was read. */
async function asStanding(tx: TenantTx, views: readonly AuditedView[]): Promise<readonly AuditedView[]> {
  const asked = views.flatMap(({ target: { kind, id } }) => (kind === 'conversation' ? [id] : []))
  const homes = await findStanding(tx, asked)
  return views.map((view) => {
    const home = view.target.kind === 'conversation' && homes.get(view.target.id)
    return home ? { ...view, target: { ...view.target, id: home } } : view
  })
}
