import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditQuery } from '@verbatim/contract/audit.ts'
import type { ExportFormat } from '@verbatim/contract/export-request.ts'
import type { UserId } from '@verbatim/contract/ids.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import { tableFile } from '@verbatim/documents/tables/table-file.ts'
import { openAuditTable } from '#domains/audit/export.ts'
import { recordExport } from '#domains/exports/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { Secrets } from '#platform/crypto.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { naming } from './name-targets.ts'
import { whileAllowed } from './while-allowed.ts'

/** Each file that is downloaded while it is made holds a connection; these are the limits for one person and for all. */
const mostStreams = { own: 2, all: 6 }
const longestStreamMs = 10 * 60_000

export interface TrailContext extends DbContext {
  readonly secrets: Secrets
}

interface Asked {
  readonly format: ExportFormat
  /** Without `limit`, all rows. */
  readonly query: Omit<AuditQuery, 'limit'> & Partial<AuditQuery>
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal
}

/** Files of the audit trail that are made during their download. */
export class TrailDownloads {
  readonly #ctx: TrailContext
  readonly #streams = new Map<UserId, number>()

  constructor(ctx: TrailContext) {
    this.#ctx = ctx
  }

  /** Audits the export, and begins its file. @throws Failure `export.too-many` */
  async open(actor: Actor, asked: Asked): Promise<Readable> {
    const { db, now } = this.#ctx
    const leave = this.#enter(actor.userId)
    try {
      const { format, query } = asked
      const exported = { kind: 'audit-events', id: actor.tenantId, format, question: trailQuestion(query) }
      await inTenant(db, actor.tenantId, (tx) => recordExport(tx, actor, exported, now()), {
        signal: asked.signal,
      })
    } catch (error) {
      leave()
      throw error
    }
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(longestStreamMs)])
    return streamTable(this.#ctx, actor, { ...asked, signal }).once('close', leave)
  }

  /** Counts one more; the returned function ends the count. */
  #enter(userId: UserId): () => void {
    const own = this.#streams.get(userId) ?? 0
    const all = [...this.#streams.values()].reduce((sum, each) => sum + each, 0)
    if (own >= mostStreams.own || all >= mostStreams.all) throw new Failure('export.too-many')
    this.#streams.set(userId, own + 1)
    return () => {
      const left = (this.#streams.get(userId) ?? 1) - 1
      if (left === 0) this.#streams.delete(userId)
      else this.#streams.set(userId, left)
    }
  }
}

/** The question of a list of the trail, as an export keeps it. */
export const trailQuestion = ({
  sort,
  filter,
  search,
}: Pick<AuditQuery, 'sort' | 'filter' | 'search'>): Record<string, string> =>
  formatListQuery({ sort, filter, ...(search && { search }) })

/** In one snapshot, which ends with the answer. */
function streamTable(
  { db, secrets, now }: TrailContext,
  actor: Actor,
  { format, query, signal }: Asked,
): Readable {
  const answer = new PassThrough()
  inTenant(
    db,
    actor.tenantId,
    async (tx) => {
      const table = await openAuditTable(tx, actor.scope, query, {
        now: now(),
        name: naming(actor, { secrets, now: now() }),
      })
      const batches = whileAllowed({ db, now }, actor, table.batches)
      await pipeline(Readable.from(tableFile(format, { ...table, batches })), answer, { signal })
    },
    { mode: 'snapshot', signal },
  ).catch((error: unknown) => answer.destroy(error instanceof Error ? error : new Error(String(error))))
  return answer
}
