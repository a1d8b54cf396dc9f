import { brokenConstraint } from '#platform/db-errors.ts'

const broken: ReadonlySet<string> = new Set(
  ['account_counters', 'account_day'].map((table) => `${table}_tenant_id_account_id_fkey`),
)

/**
 * The endpoint knew the account a moment ago (`flows/capture/intake/known-accounts.ts`), but the database does not: the account was removed, or this is another
 * database, as during a restore. On a retry, the endpoint looks it up again.
 */
export function isLostAccount(error: unknown): boolean {
  return broken.has(brokenConstraint(error) ?? '')
}
