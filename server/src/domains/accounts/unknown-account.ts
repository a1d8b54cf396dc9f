import { brokenConstraint } from '#platform/db-errors.ts'

/**
 * The endpoint knew the account a moment ago, and the database does not: it was closed since, or this is another database, as
 * while one is restored. Asked again, the endpoint looks it up.
 */
export function isUnknownAccount(error: unknown): boolean {
  return brokenConstraint(error) === 'account_counters_tenant_id_account_id_fkey'
}
