import type { updateEventStatuses } from '@verbatim/contract/cognitive-events.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { EventId } from '@verbatim/contract/ids.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findEventIds } from './queries.ts'

/** A bulk change applies to at most this many events. */
const most = 10_000

type Call = InputOf<typeof updateEventStatuses>

interface Named {
  readonly query: Call['query']
  readonly named: Pick<Call['body'], 'all' | 'ids' | 'except' | 'expected'>
}

/**
 * The events that a bulk change names: one by one, or all of a question without some.
 * @throws Failure `event.too-many`, `event.count-changed` if there are more or fewer than the caller saw
 */
export async function findNamedIds(
  tx: TenantTx,
  scope: AccessScope,
  { query, named: { all, ids = [], except = [], expected } }: Named,
  now: Date,
): Promise<EventId[]> {
  const left = new Set(except)
  const found = all ? await findEventIds(tx, scope, query, { most, now }) : ids
  const meant = found.filter((id) => !left.has(id))
  if (expected !== undefined && expected !== meant.length)
    throw new Failure('event.count-changed', { found: meant.length, expected })
  return meant
}
