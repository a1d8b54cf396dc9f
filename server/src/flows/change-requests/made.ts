/** What a change did, for those who approve it. */
import type { AuditChange } from '@verbatim/contract/audit.ts'
import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { PolicyId } from '@verbatim/contract/ids.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { sql } from 'kysely'
import { draftOf, ruleFields } from '#domains/policies/rule-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Run } from './operations.ts'

export interface Made {
  readonly type: string
  readonly targetName: string
  readonly changes: readonly AuditChange[]
}

/** Makes the change for `editor`, and reads what the audit trail says of it; undefined if nothing changed. */
export async function makeChange(
  tx: TenantTx,
  editor: Actor,
  run: Run,
  now: Date,
): Promise<Made | undefined> {
  // Found again by an ID of its own. The address is the caller's, who may be the approver: `change_approved` has it.
  const requestId = newId(now)
  const via = { requestId, address: undefined, agent: undefined }
  await run(tx, { ...editor, via, isApproved: true }, now)
  const audited = await tx
    .selectFrom('audit_event')
    .where('request_id', '=', requestId)
    .select(['type', 'target_kind', 'target_id', 'target_name', 'changes'])
    .orderBy('id')
    .execute()
  const [first] = audited
  if (!first) return undefined
  const most = mostShown.get(first.type)
  return {
    type: first.type,
    targetName: first.target_name ?? '',
    changes: [
      ...audited.flatMap(({ changes }) => changes),
      ...(most !== undefined && first.target_id
        ? await newRules(tx, PolicyId.parse(first.target_id), most)
        : []),
    ],
  }
}

/** The file of an import is there for its other rules. Of a new policy there is nothing else, so all its rules are shown. */
const mostShown: ReadonlyMap<string, number> = new Map([
  ['policy_created', policyLimits.draftRules],
  ['policy_rules_imported', changeRequestLimits.shownRules],
])

/** The rules of a policy's newest version, where the trail has only their number. */
async function newRules(tx: TenantTx, policyId: PolicyId, most: number): Promise<AuditChange[]> {
  const rows = await tx
    .selectFrom('policy_rule')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where(
      'from_version',
      '=',
      sql<number>`(select max(from_version) from policy_rule newest where newest.policy_id = ${policyId})`,
    )
    .orderBy('ordinal')
    .limit(most)
    .execute()
  return rows.map((row) => ({ field: `rule ${row.name}`, old: null, new: ruleFields(draftOf(row)) }))
}
