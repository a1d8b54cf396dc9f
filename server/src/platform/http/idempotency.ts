import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant, type TenantTx } from '#platform/db.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The store of answers for repeated writes. */
    idempotencyDb: Db
  }
}

/** Runs a write in one transaction of the caller's organization, together with the answer stored for repetitions. */
export type Commit<A> = (work: (tx: TenantTx) => Promise<A>) => Promise<A>

/** A repeated write is recognized for this long. Source: docs/rules/limits.md. */
const keyLifeMs = 7 * dayMs

/** A first request that has neither answered nor failed for this long was interrupted; a repetition runs again. */
const leaseSeconds = 60

/**
 * Runs a write once per `Idempotency-Key`: the repetition of a finished request gets the same status and body, one with a
 * different body 422, and one that is still running 409 with `Retry-After`. Without the header the write simply runs. The
 * writes through `commit` and the answer are saved together or not at all, even if the process dies in between. A request
 * that ran so long that another took over its key is rolled back. After its commit, a write counts as done.
 * Failures are not stored, so a refused request may be tried again with the same key. Neither are answers that contain secrets.
 * Source: docs/rules/limits.md.
 */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, isSecret = false }: { readonly status: number; readonly isSecret?: boolean | undefined },
  work: (commit: Commit<unknown>) => Promise<unknown>,
): Promise<FastifyReply> {
  const key = isSecret ? undefined : request.headers['idempotency-key']
  const { actor } = request
  if (!actor) throw new Failure('session.missing')
  if (typeof key === 'string' && key.length > 200)
    throw new Failure('request.invalid', { field: 'Idempotency-Key' })

  const db = request.server.idempotencyDb
  const claim = key ? await takeKey(db, actor, String(key), hashOf(request)) : undefined
  if (claim?.kept) {
    const { kept } = claim
    return reply
      .status(kept.status)
      .type(kept.contentType)
      .header('idempotent-replay', 'true')
      .send(kept.body)
  }
  const write = openWrite(db, actor, claim, status)
  const body = await answerOf(request, write, work, async () => claim && release(db, actor, claim))
  if (claim && !write.committed()) await keepLate(request, actor, claim, { status, body })
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}

/** A key taken by one request; another may take it over when that request counts as lost. */
interface Claimed {
  readonly key: string
  readonly since: string
}

interface Kept {
  readonly status: number
  readonly body: Buffer
}

const toBody = (answer: unknown) => Buffer.from(JSON.stringify(answer ?? {}))

/** The one transaction of a write, and its answer after the commit. */
function openWrite(db: Db, actor: Actor, claim: Claimed | undefined, status: number) {
  let begun = false
  let committed: Buffer | undefined
  const commit: Commit<unknown> = async (work) => {
    if (begun) throw new Error('A request commits once')
    begun = true
    let body: Buffer | undefined
    const answer = await inTenant(db, actor.tenantId, async (tx) => {
      const made = await work(tx)
      body = toBody(made)
      // Its row is locked last, so no request waits for a key during the work.
      if (claim && !(await keep(tx, actor, claim, { status, body }))) throw new Failure('request.in-progress')
      return made
    })
    committed = body
    return answer
  }
  return { commit, committed: () => committed }
}

/** The request's answer: the committed one if there is one, even if something failed afterwards. */
async function answerOf(
  request: FastifyRequest,
  { commit, committed }: ReturnType<typeof openWrite>,
  work: (commit: Commit<unknown>) => Promise<unknown>,
  release: () => Promise<unknown>,
): Promise<Buffer> {
  try {
    const answer = await work(commit)
    return committed() ?? toBody(answer)
  } catch (error) {
    const done = committed()
    if (!done) {
      // If it cannot be released, the key is free again after its lease.
      await release().catch((problem: unknown) =>
        request.log.error({ err: problem }, 'the idempotency key of a failed write could not be released'),
      )
      throw error
    }
    request.log.error({ err: error }, 'a write is done, but what follows it failed')
    return done
  }
}

/** Stores the answer of work that needed no transaction. */
async function keepLate(request: FastifyRequest, actor: Actor, claim: Claimed, kept: Kept): Promise<void> {
  try {
    await inTenant(request.server.idempotencyDb, actor.tenantId, (tx) => keep(tx, actor, claim, kept))
  } catch (error) {
    // The work is done anyway. The key stays taken, so that a repetition waits and does not do it again at once.
    request.log.error({ err: error }, 'the answer to a request could not be kept')
  }
}

function hashOf(request: FastifyRequest): Buffer {
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null)
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(body).digest()
}

/** Takes the key at a given time, or returns the answer stored for it. */
function takeKey(db: Db, actor: Actor, key: string, hash: Buffer) {
  return inTenant(db, actor.tenantId, async (tx) => {
    const taken = await tx
      .insertInto('idempotency_key')
      .values({
        user_id: actor.userId,
        key,
        request_hash: hash,
        status: null,
        content_type: null,
        body: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'user_id', 'key'])
          .doUpdateSet({ started_at: sql`now()` })
          .where('idempotency_key.status', 'is', null)
          .where('idempotency_key.request_hash', '=', hash)
          .where(
            'idempotency_key.started_at',
            '<',
            sql<Date>`now() - make_interval(secs => ${leaseSeconds})`,
          ),
      )
      .returning(sql<string>`started_at::text`.as('since'))
      .executeTakeFirst()
    if (taken) return { key, since: taken.since, kept: undefined }
    const row = await tx
      .selectFrom('idempotency_key')
      .select(['request_hash', 'status', 'content_type', 'body'])
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (!row.request_hash.equals(hash)) throw new Failure('request.key-reused')
    if (row.status === null) throw new Failure('request.in-progress')
    const { status, content_type: contentType, body } = row
    const kept = { status, contentType: contentType ?? 'application/json', body: body ?? Buffer.alloc(0) }
    return { key, since: '', kept }
  })
}

/** Stores the answer for the key; false if the key no longer belongs to this request. */
async function keep(
  tx: TenantTx,
  actor: Actor,
  { key, since }: Claimed,
  { status, body }: Kept,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_key')
    .set({ status, body, content_type: 'application/json; charset=utf-8' })
    .where('user_id', '=', actor.userId)
    .where('key', '=', key)
    .where('status', 'is', null)
    .where(isSince(since))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const isSince = (since: string) => sql<boolean>`started_at = ${since}::timestamptz`

function release(db: Db, actor: Actor, { key, since }: Claimed) {
  return inTenant(db, actor.tenantId, (tx) =>
    tx
      .deleteFrom('idempotency_key')
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .where('status', 'is', null)
      .where(isSince(since))
      .execute(),
  )
}

/** Forgets the answers of writes that are no longer recognized. @returns How many */
export async function sweepKeys(tx: TenantTx, now: Date): Promise<number> {
  const swept = await tx
    .deleteFrom('idempotency_key')
    .where('started_at', '<', new Date(now.getTime() - keyLifeMs))
    .executeTakeFirst()
  return Number(swept.numDeletedRows)
}
