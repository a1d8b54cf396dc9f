import { sql } from 'kysely'

/** Policies, each with its current version as `version`, to select from. */
export const currentPolicies = sql`policy
  join policy_version version on version.tenant_id = policy.tenant_id and version.policy_id = policy.id
    and version.version = policy.version`
