import type { PolicyId } from '@verbatim/contract/ids.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * Removes the prompt rules: a policy that blocks has none.
 * @returns How many prompt rules there were.
 * @throws Failure `policy.removes-prompts` where that is not confirmed
 */
export async function dropPrompts(
  tx: TenantTx,
  id: PolicyId,
  version: number,
  confirmed: boolean,
): Promise<number> {
  const dropped = await tx
    .updateTable('policy_rule')
    .set({ to_version: version })
    .where('policy_id', '=', id)
    .where('type', '=', 'prompt')
    .where('to_version', 'is', null)
    .executeTakeFirst()
  const count = Number(dropped.numUpdatedRows)
  if (count > 0 && !confirmed) throw new Failure('policy.removes-prompts', { count })
  return count
}
