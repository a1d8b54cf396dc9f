import {
  type ChangeRequest,
  type ChangeRequestKind,
  changeRequestList,
  type listChangeRequests,
  RequestedChange,
} from '@verbatim/contract/change-requests.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ChangeRequestId, UserId } from '@verbatim/contract/ids.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { type Selectable, sql } from 'kysely'
import { findActors } from '#domains/permissions/actors.ts'
import { mayDo } from '#domains/permissions/holders.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage } from '#platform/list/page.ts'
import { allOf, columnsIn, wordsSql } from '#platform/list/sql.ts'
import type { ChangeRequestTable } from '#schema/change-requests.ts'

/** Without the change itself, which may be a whole file. */
export type ChangeRequestRow = Omit<Selectable<ChangeRequestTable>, 'tenant_id' | 'change'> & {
  readonly operation: RequestedChange['operation']
}

const selected = sql<ChangeRequestRow>`request.id, request.kind, request.change->>'operation' as operation,
  request.policy_id, request.target_name, request.type, request.changes, request.note, request.requested_at,
  request.requested_by, request.requested_by_name, request.state, request.decided_at, request.decided_by,
  request.decided_by_name, request.reason`

/** What someone needs to see requests of a kind, and besides to decide them. */
const needs: Record<ChangeRequestKind, Record<'see' | 'decide', readonly Permission[]>> = {
  policy: { see: ['policies.view'], decide: ['policies.approve'] },
  retention: {
    see: ['policies.view', 'organization.view'],
    decide: ['policies.approve', 'retention.manage'],
  },
  people: { see: ['policies.view', 'messenger_users.view'], decide: ['policies.approve'] },
}

/** @throws Failure `access.denied` */
export function requireApprover({ permissions }: Actor, kind: ChangeRequestKind): void {
  const permission = needs[kind].decide.find((one) => !permissions.has(one))
  if (permission) throw new Failure('access.denied', { permission })
}

const kinds = Object.keys(needs) as ChangeRequestKind[]

type Holding = Pick<Actor, 'permissions'>

const hasAll = ({ permissions }: Holding, needed: readonly Permission[]) =>
  needed.every((one) => permissions.has(one))

/** The kinds of request that the reader may see. */
export const kindsSeenBy = (reader: Holding) => kinds.filter((kind) => hasAll(reader, needs[kind].see))

/** The kinds that the actor may approve and reject, if they are another person's: of those that they may see. */
export const kindsDecidedBy = (actor: Holding) =>
  kindsSeenBy(actor).filter((kind) => hasAll(actor, needs[kind].decide))

const seenBy = (actor: Actor) => sql<ChangeRequestKind>`any(${kindsSeenBy(actor)})`

type Field = keyof typeof changeRequestList.fields

const columns = columnsIn<ChangeRequestRow>()(changeRequestList.fields, 'request', {
  targetName: { expression: sql`lower(request.target_name)`, type: 'text' },
})

/** One page of the requests that the actor may see. */
export async function findChangeRequests(
  tx: TenantTx,
  actor: Actor,
  query: InputOf<typeof listChangeRequests>['query'],
  now: Date,
): Promise<Page<ChangeRequest>> {
  const page = await findPage<ChangeRequestRow, Field>(
    tx,
    {
      spec: changeRequestList,
      columns,
      select: selected,
      from: sql`change_request request`,
      where: allOf([
        sql`request.kind = any(${kindsSeenBy(actor)})`,
        query.search ? wordsSql([sql`request.target_name`], query.search.text) : allOf([]),
      ]),
      tie: sql`request.id`,
    },
    query,
    now,
  )
  return { ...page, items: page.items.map((row) => toChangeRequest(row, actor)) }
}

/**
 * The request, locked until the transaction ends.
 * @throws Failure `change-request.not-found` also if the actor may not see it, `change-request.decided`
 */
export async function takePending(
  tx: TenantTx,
  actor: Actor,
  id: ChangeRequestId,
): Promise<ChangeRequestRow> {
  const { rows } = await sql<ChangeRequestRow>`
    select ${selected} from change_request request
    where request.id = ${id} and request.kind = any(${kindsSeenBy(actor)}) for update`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('change-request.not-found')
  if (row.state !== 'pending') throw new Failure('change-request.decided')
  return row
}

/** @throws Failure `change-request.not-found` also if the actor may not see it */
export async function requireRequestedChange(
  tx: TenantTx,
  actor: Actor,
  id: ChangeRequestId,
): Promise<RequestedChange> {
  const row = await tx
    .selectFrom('change_request')
    .select('change')
    .where('id', '=', id)
    .where('kind', '=', seenBy(actor))
    .executeTakeFirst()
  if (!row) throw new Failure('change-request.not-found')
  return RequestedChange.parse(row.change)
}

/** @throws Failure `change-request.not-found` */
export async function requireChangeRequest(
  tx: TenantTx,
  actor: Actor,
  id: ChangeRequestId,
): Promise<ChangeRequest> {
  const { rows } = await sql<ChangeRequestRow>`
    select ${selected} from change_request request where request.id = ${id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Failure('change-request.not-found')
  return toChangeRequest(row, actor)
}

/** The users who may approve changes of a kind. */
export async function findApproverIds(tx: TenantTx, kind: ChangeRequestKind): Promise<UserId[]> {
  const { see, decide } = needs[kind]
  const { rows } = await sql<{ id: UserId }>`
    select person.id from tenant_user person
    where ${allOf([...see, ...decide].map(mayDo))} order by person.id`.execute(tx)
  // Under pseudonyms, fewer people see requests than have the permission.
  const people = await findActors(
    tx,
    rows.map(({ id }) => id),
  )
  return people.filter((person) => kindsDecidedBy(person).includes(kind)).map(({ userId }) => userId)
}

function toChangeRequest(row: ChangeRequestRow, actor: Actor): ChangeRequest {
  const isPending = row.state === 'pending'
  const isOwn = row.requested_by === actor.userId
  return {
    id: row.id,
    kind: row.kind,
    ...(row.policy_id && { policyId: row.policy_id }),
    targetName: row.target_name,
    type: row.type,
    changes: row.changes,
    hasFile: row.operation === 'import-policy-rules',
    note: row.note,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: { id: row.requested_by, name: row.requested_by_name },
    state: row.state,
    ...(row.decided_at && {
      decided: { at: row.decided_at.toISOString(), by: row.decided_by_name ?? '', reason: row.reason },
    }),
    canDecide: isPending && !isOwn && kindsDecidedBy(actor).includes(row.kind),
    canWithdraw: isPending && isOwn,
  }
}
