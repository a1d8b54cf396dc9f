import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ChangeRequestRow } from './queries.ts'

const ofAccounts = [
  'user_invited',
  'invitation_resent',
  'user_updated',
  'user_role_changed',
  'second_step_reset',
]

/**
 * A requester who made the approver's account, gave it its rights, or chose the provider by which it signs in, would
 * approve their own change by it.
 * @throws Failure `change-request.dependent`
 */
export async function requireIndependent(
  tx: TenantTx,
  { userId }: Actor,
  { requested_at, requested_by, requested_by_name }: ChangeRequestRow,
): Promise<void> {
  const days = changeRequestLimits.dependentDays
  const since = new Date(requested_at.getTime() - days * dayMs)
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from audit_event event
      where event.actor_id = ${requested_by} and event.at > ${since}
        and ((event.type = any(${ofAccounts}) and event.target_id = ${userId}::text)
          or (event.type = 'single_sign_on_updated' and exists (
            select from identity_link link where link.user_id = ${userId}))
          or (event.type like 'permission\\_profile\\_%' and event.target_id in (
            select link.profile_id::text from permission_profile_member link where link.user_id = ${userId})))
    ) as found`.execute(tx)
  if (rows[0]?.found) throw new Failure('change-request.dependent', { name: requested_by_name, days })
}
