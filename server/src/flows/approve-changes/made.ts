/** What a change did, for those who approve it. */
import type { AuditChange } from '@verbatim/contract/audit.ts'
import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { PolicyId } from '@verbatim/contract/ids.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import { sql } from 'kysely'
import { draftOf, ruleFields } from '#domains/policies/rule-commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { mostNames } from '#platform/memberships.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import type { Run } from './operations.ts'

export interface Made {
  readonly type: string
  readonly targetName: string
  readonly changes: readonly AuditChange[]
}

export interface Making {
  readonly run: Run
  /** The thing that it is about; it may change others with it. */
  readonly about: string | undefined
}

/** Makes the change for `editor`, and reads what the audit trail says of it; undefined if nothing changed. */
export async function makeChange(
  tx: TenantTx,
  editor: Actor,
  { run, about }: Making,
  now: Date,
): Promise<Made | undefined> {
  // Found again by an ID of its own. The address is the caller's, who may be the approver: `change_approved` has it.
  const requestId = newId(now)
  const via = { requestId, address: undefined, agent: undefined }
  await run(tx, { ...editor, via, isApproved: true }, now)
  const audited = await tx
    .selectFrom('audit_event')
    .where('request_id', '=', requestId)
    .select(['type', 'target_kind', 'target_id', 'target_name', 'changes', 'counts'])
    .orderBy('id')
    .execute()
  const first = audited.find(({ target_id }) => target_id === about) ?? audited[0]
  if (!first) return undefined
  const most = mostShown.get(first.type)
  return {
    type: first.type,
    targetName: first.target_name ?? '',
    changes: [
      ...audited.flatMap((one) => shownOf(one, first)),
      ...(most !== undefined && first.target_id
        ? await newRules(tx, PolicyId.parse(first.target_id), most)
        : []),
    ],
  }
}

interface Entry {
  readonly target_id: string | null
  readonly target_name: string | null
  readonly changes: readonly AuditChange[]
  readonly counts: Readonly<Record<string, number>> | null
}

/** The changes of an entry, with what else than the first one it is about, and how many people there are where only the first are named. */
function shownOf({ target_id: id, target_name: name, changes, counts }: Entry, first: Entry): AuditChange[] {
  const of = id === first.target_id ? '' : ` of ${name}`
  const many = Object.entries(counts ?? {}).filter(
    ([field, count]) => /^(members|contacts)/.test(field) && count > mostNames,
  )
  return [
    ...changes.map((change) => ({ ...change, field: `${change.field}${of}` })),
    ...many.map(([field, count]) => ({ field: `${field}${of}`, old: null, new: count })),
  ]
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
