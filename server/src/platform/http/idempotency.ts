import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { type Db, inTenant } from '#platform/db.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Where answers are kept for repeated writes. */
    idempotencyDb: Db
  }
}

/** A first request that has neither answered nor failed for this long was cut off; the same again runs again. */
const leaseSeconds = 60

/**
 * Runs a write once per `Idempotency-Key`: the repetition of a finished request gets the same status and body, one of
 * a different body 422, one that is still running 409 with `Retry-After`. Without the header the write simply runs.
 * Failures are not kept: what was refused may be tried again under the same key.
 * Source: decisions §13.
 */
export async function once(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  work: () => Promise<unknown>,
): Promise<FastifyReply> {
  const key = request.headers['idempotency-key']
  const { actor } = request
  if (typeof key !== 'string' || key === '' || !actor) return reply.status(status).send(await work())
  if (key.length > 200) throw new Failure('request.invalid', { field: 'Idempotency-Key' })

  const db = request.server.idempotencyDb
  const { since, kept } = await claim(db, actor, key, hashOf(request))
  if (kept)
    return reply
      .status(kept.status)
      .type(kept.contentType)
      .header('idempotent-replay', 'true')
      .send(kept.body)
  const claimed: Claimed = { key, since }
  let answer: unknown
  try {
    answer = await work()
  } catch (error) {
    await release(db, actor, claimed)
    throw error
  }
  const body = Buffer.from(JSON.stringify(answer ?? {}))
  try {
    await keep(db, actor, claimed, { status, body })
  } catch (error) {
    // It is done all the same. The claim stays, so that a repetition waits instead of doing it again at once.
    request.log.error({ err: error }, 'the answer to a write could not be kept')
  }
  return reply.status(status).type('application/json; charset=utf-8').send(body)
}

/** A key as one request has taken it; another may take it over once that request is taken for lost. */
interface Claimed {
  readonly key: string
  readonly since: string
}

function hashOf(request: FastifyRequest): Buffer {
  const body = Buffer.isBuffer(request.body) ? request.body : JSON.stringify(request.body ?? null)
  return createHash('sha256').update(`${request.method} ${request.url}\n`).update(body).digest()
}

/** Takes the key, as of a moment, or gives the answer kept under it. */
function claim(db: Db, actor: Actor, key: string, hash: Buffer) {
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
    if (taken) return { since: taken.since, kept: undefined }
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
    return { since: '', kept }
  })
}

function keep(
  db: Db,
  actor: Actor,
  { key, since }: Claimed,
  { status, body }: { readonly status: number; readonly body: Buffer },
) {
  return inTenant(db, actor.tenantId, (tx) =>
    tx
      .updateTable('idempotency_key')
      .set({ status, body, content_type: 'application/json; charset=utf-8' })
      .where('user_id', '=', actor.userId)
      .where('key', '=', key)
      .where(isSince(since))
      .execute(),
  )
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
