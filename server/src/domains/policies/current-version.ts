import { sql } from 'kysely'

/** A selection from policies, each joined with its current version as `version`. */
export const currentPolicies = sql`policy
  join policy_version version on version.tenant_id = policy.tenant_id and version.policy_id = policy.id
    and version.version = policy.version`
