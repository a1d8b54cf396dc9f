import type { ChangeRequest, listChangeRequests } from '@verbatim/contract/change-requests.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { dependentOn, findDependent } from '#domains/change-requests/independence.ts'
import { findChangeRequests } from '#domains/change-requests/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** One page of the requests that the actor may see, with why they cannot approve some that they may reject. */
export async function findShownRequests(
  tx: TenantTx,
  actor: Actor,
  query: InputOf<typeof listChangeRequests>['query'],
  now: Date,
): Promise<Page<ChangeRequest>> {
  const page = await findChangeRequests(tx, actor, query, now)
  const asked = page.items
    .filter(({ canDecide }) => canDecide)
    .map(({ id, requestedBy, requestedAt }) => ({
      id,
      requested_by: requestedBy.id,
      requested_at: new Date(requestedAt),
    }))
  const dependent = await findDependent(tx, actor, asked)
  const items = page.items.map((one) =>
    dependent.has(one.id) ? { ...one, approvalRefusal: dependentOn(one.requestedBy.name).message } : one,
  )
  return { ...page, items }
}
