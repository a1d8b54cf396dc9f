/** Changes that a second person approves: sending, deciding and withdrawing them. */
import type {
  ChangeRequest,
  createChangeRequest as createEndpoint,
  decideChangeRequest as decideEndpoint,
} from '@verbatim/contract/change-requests.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ChangeRequestId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { closeChangeRequest, createChangeRequest } from '#domains/change-requests/commands.ts'
import {
  requireChangeRequest,
  requireApprover,
  requireRequestedChange,
  takePending,
} from '#domains/change-requests/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  type ChangeRequestContext,
  kindOf,
  onCurrentVersion,
  policyOf,
  prepare,
  requireMaker,
  type Run,
} from './operations.ts'

/** What a call reads before its transaction. */
interface Reading {
  readonly read: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

type Work = (tx: TenantTx) => Promise<ChangeRequest>

/**
 * Sends a change for approval. The change is applied and rolled back: if it would be refused, it is refused now, and the approver
 * sees its effect.
 * @throws Failure as the change itself, `change-request.pending`, `change-request.nothing`
 */
export async function sendForApproval(
  ctx: ChangeRequestContext,
  actor: Actor,
  { change: given, note }: InputOf<typeof createEndpoint>['body'],
  signal: AbortSignal,
): Promise<Work> {
  const kind = kindOf(given)
  requireMaker(actor, given)
  const run = await prepare(ctx, actor, given, signal)
  return async (tx) => {
    const now = ctx.now()
    const { type, targetName, changes } = await rehearse(tx, actor, run, now)
    const change = await onCurrentVersion(tx, given)
    const policyId = policyOf(given)
    const id = await createChangeRequest(
      tx,
      actor,
      { kind, change, policyId, targetName, type, changes, note },
      now,
    )
    return requireChangeRequest(tx, actor, id)
  }
}

/** Applies the change, reads its audit entries, and rolls it back. */
async function rehearse(tx: TenantTx, actor: Actor, run: Run, now: Date) {
  const requestId = newId(now)
  const via = { address: undefined, agent: undefined, ...actor.via, requestId }
  await sql`savepoint rehearsal`.execute(tx)
  await run(tx, { ...actor, via, isApproved: true }, now)
  const audited = await tx
    .selectFrom('audit_event')
    .where('request_id', '=', requestId)
    .select(['type', 'target_name', 'changes'])
    .orderBy('id')
    .execute()
  await sql`rollback to savepoint rehearsal`.execute(tx)
  const [first] = audited
  if (!first) throw new Failure('change-request.nothing')
  return {
    type: first.type,
    targetName: first.target_name ?? '',
    changes: audited.flatMap(({ changes }) => changes),
  }
}

/**
 * Approves a change and applies it in the name of its requester, or rejects it.
 * @throws Failure `change-request.own`, `change-request.decided`, and an approval as the change itself
 */
export async function decide(
  ctx: ChangeRequestContext,
  actor: Actor,
  { id, decision, reason }: { readonly id: ChangeRequestId } & InputOf<typeof decideEndpoint>['body'],
  { read, signal }: Reading,
): Promise<Work> {
  const change = await read((tx) => requireRequestedChange(tx, actor, id))
  const run = decision === 'approve' ? await prepare(ctx, actor, change, signal) : undefined
  return async (tx) => {
    const now = ctx.now()
    const row = await takePending(tx, actor, id)
    requireApprover(actor, row.kind)
    if (row.requested_by === actor.userId) throw new Failure('change-request.own')
    const { via: _, ...approver } = actor
    const requester = { ...approver, userId: row.requested_by, name: row.requested_by_name }
    await run?.(tx, { ...requester, isApproved: true }, now)
    await closeChangeRequest(tx, actor, row, {
      state: decision === 'approve' ? 'approved' : 'rejected',
      reason,
      now,
    })
    return requireChangeRequest(tx, actor, id)
  }
}

/** @throws Failure `change-request.not-own`, `change-request.decided` */
export function withdraw({ now }: ChangeRequestContext, actor: Actor, id: ChangeRequestId): Work {
  return async (tx) => {
    const row = await takePending(tx, actor, id)
    if (row.requested_by !== actor.userId) throw new Failure('change-request.not-own')
    await closeChangeRequest(tx, actor, row, { state: 'withdrawn', now: now() })
    return requireChangeRequest(tx, actor, id)
  }
}
