/** A change that a second person approves: sent, decided, withdrawn. */
import { isDeepStrictEqual } from 'node:util'
import type {
  ChangeRequest,
  createChangeRequest as createEndpoint,
  decideChangeRequest as decideEndpoint,
  RequestedChange,
} from '@verbatim/contract/change-requests.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ChangeRequestId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { closeChangeRequest, createChangeRequest } from '#domains/change-requests/commands.ts'
import {
  findApproverIds,
  kindsSeenBy,
  requireChangeRequest,
  requireApprover,
  requireRequestedChange,
  type ChangeRequestRow,
  takePending,
} from '#domains/change-requests/queries.ts'
import { addItems } from '#domains/inbox/commands.ts'
import { requireIndependent } from '#domains/change-requests/independence.ts'
import { findActor } from '#domains/permissions/actors.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import {
  aboutOf,
  type ChangeRequestContext,
  kindOf,
  mayMake,
  onCurrentVersion,
  policyOf,
  prepare,
  requireMaker,
  type Run,
} from './operations.ts'
import { type Made, makeChange, type Making } from './made.ts'

/** What a call reads before its transaction. */
interface Reading {
  readonly read: <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>
  readonly signal: AbortSignal
}

type Work = (tx: TenantTx) => Promise<ChangeRequest>

/**
 * Sends a change for approval. The change is applied and rolled back: if it would be refused, it is refused now, and the approver
 * sees its effect.
 * @throws Failure as the change itself, `change-request.unseen`, `change-request.pending`, `change-request.nothing`,
 * `change-request.no-approver`
 */
export async function sendForApproval(
  ctx: ChangeRequestContext,
  actor: Actor,
  { change: given, note }: InputOf<typeof createEndpoint>['body'],
  signal: AbortSignal,
): Promise<Work> {
  const kind = kindOf(given)
  requireMaker(actor, given)
  // What becomes of it would be hidden from its sender, who could not withdraw it.
  if (!kindsSeenBy(actor).includes(kind)) throw new Failure('change-request.unseen')
  const run = await prepare(ctx, actor, given, signal)
  return async (tx) => {
    const now = ctx.now()
    const { type, targetName, changes } = await rehearse(tx, actor, { run, about: aboutOf(given) }, now)
    const change = await onCurrentVersion(tx, given)
    const policyId = policyOf(given)
    const id = await createChangeRequest(
      tx,
      actor,
      { kind, change, policyId, targetName, type, changes, note },
      now,
    )
    const approvers = (await findApproverIds(tx, kind)).filter((userId) => userId !== actor.userId)
    if (approvers.length === 0) throw new Failure('change-request.no-approver')
    const news = approvers.map((userId) => ({
      userId,
      kind: 'change-requested' as const,
      changeRequestId: id,
    }))
    await addItems(tx, actor, news, now)
    return requireChangeRequest(tx, actor, id)
  }
}

/** Makes the change, reads what it did, and takes it back. */
async function rehearse(tx: TenantTx, actor: Actor, making: Making, now: Date): Promise<Made> {
  await sql`savepoint rehearsal`.execute(tx)
  const made = await makeChange(tx, actor, making, now)
  await sql`rollback to savepoint rehearsal`.execute(tx)
  if (!made) throw new Failure('change-request.nothing')
  return made
}

/**
 * Approves a change, which makes it in the name of its requester, or rejects it.
 * @throws Failure `change-request.own`, `change-request.decided`, and an approval `change-request.dependent`,
 * `change-request.requester-may-not`, `change-request.stale`, and as the change itself
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
    if (run) await approve(tx, actor, { row, change, run }, now)
    await closeChangeRequest(tx, actor, row, {
      state: decision === 'approve' ? 'approved' : 'rejected',
      reason,
      now,
    })
    const kind = decision === 'approve' ? 'change-approved' : 'change-rejected'
    await addItems(tx, actor, [{ userId: row.requested_by, kind, changeRequestId: id }], now)
    return requireChangeRequest(tx, actor, id)
  }
}

interface Approved {
  readonly row: ChangeRequestRow
  readonly change: RequestedChange
  readonly run: Run
}

/** Makes the change as it was shown to the approver, while its requester may still make it. */
async function approve(tx: TenantTx, actor: Actor, { row, change, run }: Approved, now: Date): Promise<void> {
  await requireIndependent(tx, actor, row)
  const requester = await findActor(tx, row.requested_by)
  if (!requester || !mayMake(requester, change))
    throw new Failure('change-request.requester-may-not', { name: row.requested_by_name })
  const editor = { ...requester, name: row.requested_by_name }
  const made = await makeChange(tx, editor, { run, about: aboutOf(change) }, now)
  if (!isSame(made?.changes ?? [], row.changes)) throw new Failure('change-request.stale')
}

/** As JSON, whatever the order of keys. */
const isSame = (made: Made['changes'], shown: Made['changes']): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(made)), shown)

/** @throws Failure `change-request.not-own`, `change-request.decided` */
export function withdraw({ now }: ChangeRequestContext, actor: Actor, id: ChangeRequestId): Work {
  return async (tx) => {
    const row = await takePending(tx, actor, id)
    if (row.requested_by !== actor.userId) throw new Failure('change-request.not-own')
    await closeChangeRequest(tx, actor, row, { state: 'withdrawn', now: now() })
    return requireChangeRequest(tx, actor, id)
  }
}
