import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

/** A selection from policies, each joined with its current version as `version`. */
export const currentPolicies = sql`policy
  join policy_version version on version.tenant_id = policy.tenant_id and version.policy_id = policy.id
    and version.version = policy.version`

/** The same as a query, without deleted policies. */
export const currentPoliciesOf = (tx: TenantTx) =>
  tx
    .selectFrom('policy')
    .innerJoin('policy_version as version', (join) =>
      join
        .onRef('version.tenant_id', '=', 'policy.tenant_id')
        .onRef('version.policy_id', '=', 'policy.id')
        .onRef('version.version', '=', 'policy.version'),
    )
    .where('policy.deleted_at', 'is', null)
