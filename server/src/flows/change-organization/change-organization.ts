import type { ChangeRequestKind } from '@verbatim/contract/change-requests.ts'
import type { OrganizationChange } from '@verbatim/contract/organizations.ts'
import { findApproverIds } from '#domains/change-requests/queries.ts'
import { requestFigures } from '#domains/metrics/rebuild.ts'
import { type Changing, updateProfile } from '#domains/organizations/profile-commands.ts'
import { findZone } from '#domains/report-schedules/queries.ts'
import { followReportZone } from '#domains/report-schedules/zone-commands.ts'
import { reconnectProvided } from '#flows/connect/provider.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * Changes the organization's settings, and everything that follows from them: accounts of its provider connect again, reports are due at the
 * same time of day in a new zone, and figures are counted again for another zone or other hours.
 * @throws Failure as the endpoint says
 */
export async function changeOrganization(
  tx: TenantTx,
  actor: Actor,
  change: OrganizationChange,
  changing: Changing,
): Promise<void> {
  const { dataRetention, secrets, messagingProviderAccountSid, timeZone, businessHours } = change
  if (dataRetention && !actor.permissions.has('retention.manage'))
    throw new Failure('access.denied', { permission: 'retention.manage' })
  const { now } = changing
  const zone = await findZone(tx)
  await updateProfile(tx, actor, change, changing)
  if (secrets || messagingProviderAccountSid !== undefined) await reconnectProvided(tx, now)
  await requireSecondApprover(tx, change)
  if (timeZone !== undefined) await followReportZone(tx, zone)
  if (timeZone !== undefined || businessHours !== undefined) await requestFigures(tx, now)
}

/**
 * If only one person could approve, no change would be possible.
 * @throws Failure `organization.needs-second-approver`
 */
async function requireSecondApprover(
  tx: TenantTx,
  { requiresPolicyApproval, requiresRetentionApproval }: OrganizationChange,
): Promise<void> {
  const kinds: ChangeRequestKind[] = [
    ...(requiresPolicyApproval ? (['policy', 'people'] as const) : []),
    ...(requiresRetentionApproval ? (['retention'] as const) : []),
  ]
  for (const kind of kinds)
    if ((await findApproverIds(tx, kind)).length < 2) throw new Failure('organization.needs-second-approver')
}
