import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { PolicyChange, PolicyDraft } from '@verbatim/contract/policies.ts'
import { nameKey } from '@verbatim/contract/text.ts'
import { sql } from 'kysely'
import { changedFields, recordAudit } from '#domains/audit/commands.ts'
import { findGroupNames } from '#domains/groups/queries.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { blocks, checkRules } from './model.ts'
import { changeRules } from './rule-changes.ts'
import { dropPrompts } from './prompt-rules.ts'
import { insertRules } from './rule-commands.ts'
import {
  changePolicy,
  insertVersion,
  nextEdition,
  type PolicyEditor,
  type VersionFields,
} from './versions.ts'

/** Creates a policy with all its first rules, or nothing. */
export async function createPolicy(
  tx: TenantTx,
  editor: PolicyEditor,
  draft: PolicyDraft,
  now: Date,
): Promise<PolicyId> {
  checkRules(draft.rules, draft.action)
  await checkGroups(tx, draft)
  const id = newId<PolicyId>(now)
  const edition = await nextEdition(tx, editor)
  await tx
    .insertInto('policy')
    .values({ id, name_key: nameKey(draft.name), deleted_at: null, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirstOrThrow(() => new Failure('policy.name-taken'))
  const { rules, groupIds, ...fields } = draft
  await insertVersion(
    tx,
    editor,
    { ...fields, policy_id: id, version: 1, edition, group_ids: groupsFor(draft) },
    now,
  )
  await insertRules(
    tx,
    { policyId: id, version: 1, ordinal: 0 },
    rules.map((rule) => ({ ...rule, fileType: undefined })),
    now,
  )
  const groups = await findGroupNames(tx, groupIds)
  const changes = changedFields({}, { ...fields, groups, rules: rules.length })
  const target = { kind: 'policy', id, name: draft.name }
  await recordAudit(tx, editor, { type: 'policy_created', target, changes }, now)
  return id
}

/**
 * Changes the given fields of a policy and its rules in one version; a blocking action drops its prompt rules once the user
 * confirms that.
 */
export async function updatePolicy(
  tx: TenantTx,
  editor: PolicyEditor,
  { id, change }: { readonly id: PolicyId; readonly change: PolicyChange },
  now: Date,
): Promise<void> {
  await changePolicy(
    tx,
    { id, expectedVersion: change.expectedVersion, editor, now },
    async (before, version) => {
      const after = {
        name: change.name ?? before.name,
        severity: change.severity ?? before.severity,
        scope: change.scope ?? before.scope,
        group_ids: groupsFor({
          scope: change.scope ?? before.scope,
          groupIds: change.groupIds ?? before.group_ids,
        }),
        action: change.action ?? before.action,
        enabled: change.enabled ?? before.enabled,
      }
      if (after.scope === 'group' && after.group_ids.length === 0) throw new Failure('policy.needs-group')
      // A group that was deleted while the policy was disabled is taken out before the policy is enabled, and hinders no other change.
      const known = after.enabled && !before.enabled ? [] : before.group_ids
      const groupIds = after.group_ids.filter((groupId) => !known.includes(groupId))
      await checkGroups(tx, { scope: after.scope, groupIds })
      const ruleChanges = change.rules
        ? await changeRules(tx, { policyId: id, version, ...after }, change.rules, now)
        : []
      const dropped = blocks(after.action)
        ? await dropPrompts(tx, id, version, change.removePromptRules === true)
        : 0
      const wasGiven = { ...(await fieldsOf(tx, before)), promptRules: dropped }
      const isGiven = { ...(await fieldsOf(tx, after)), promptRules: 0 }
      const changes = [...changedFields(wasGiven, isGiven), ...ruleChanges]
      return changes.length > 0 ? { after, audit: { type: 'policy_updated', changes } } : undefined
    },
  )
}

/** Until the transaction ends, none of them is deleted. */
async function checkGroups(
  tx: TenantTx,
  { scope, groupIds }: Pick<PolicyDraft, 'scope' | 'groupIds'>,
): Promise<void> {
  if (scope !== 'group') return
  const found = await tx
    .selectFrom('conversation_group')
    .where('id', '=', sql<PolicyDraft['groupIds'][number]>`any(${groupIds}::uuid[])`)
    .select('id')
    .orderBy('id')
    .forShare()
    .execute()
  if (found.length !== new Set(groupIds).size) throw new Failure('policy.unknown-group')
}

/** A global policy has no groups, because they would have no effect. */
function groupsFor({ scope, groupIds }: Pick<PolicyDraft, 'scope' | 'groupIds'>): PolicyDraft['groupIds'] {
  return scope === 'group' ? [...new Set(groupIds)] : []
}

/** For the audit trail: groups by their names. */
async function fieldsOf(tx: TenantTx, { name, severity, scope, group_ids, action, enabled }: VersionFields) {
  return { name, severity, scope, groups: await findGroupNames(tx, group_ids), action, enabled }
}
