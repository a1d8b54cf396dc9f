import type { IdentityAdmin } from '#domains/identity/admin.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { type AwsPool, openAwsClient } from './pool.ts'

/** The people of a user pool at AWS. Its library is loaded only here, because it takes memory. */
export async function openAwsAdmin(
  pool: AwsPool,
  ctx: Pick<IdentityContext, 'secrets' | 'now' | 'log'>,
): Promise<IdentityAdmin> {
  const { makeAwsAdmin } = await import('./admin.ts')
  return makeAwsAdmin(await openAwsClient(pool), pool, ctx)
}
