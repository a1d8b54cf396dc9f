import type { PolicyId } from '@verbatim/contract/ids.ts'
import type { RuleFileType, RuleImport } from '@verbatim/contract/policy-rules.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import { checkFileType } from './model.ts'
import { requirePolicy } from './queries.ts'
import { addRules } from './rule-commands.ts'
import type { ReadRules } from './rule-file.ts'
import type { PolicyEditor } from './versions.ts'

/**
 * Adds the rules of a file to a policy, or none if a row is invalid or it is a dry run. Skips rules that the policy already
 * has from an earlier file.
 * @throws Failure `policy.mixed-file-types`, `policy.changed`
 */
export async function importRules(
  tx: TenantTx,
  editor: PolicyEditor,
  given: Seen<PolicyId> & {
    readonly fileType: RuleFileType
    readonly dryRun: boolean
    readonly read: ReadRules
  },
  now: Date,
): Promise<RuleImport> {
  const { id, fileType, dryRun, expectedVersion, read } = given
  const { version } = await requirePolicy(tx, id)
  requireVersion('policy.changed', version, expectedVersion)
  const imported = await tx
    .selectFrom('policy_rule')
    .select(['pattern', 'file_type'])
    .where('policy_id', '=', id)
    .where('to_version', 'is', null)
    .where('file_type', 'is not', null)
    .execute()
  checkFileType(
    fileType,
    imported.flatMap(({ file_type }) => file_type ?? []),
  )
  const known = new Set(imported.map(({ pattern }) => pattern))
  const rules = read.rules.filter(({ pattern }) => !known.has(pattern))
  const saved = !dryRun && read.errors.length === 0 && rules.length > 0
  if (saved) await addRules(tx, editor, { id, rules, expectedVersion: version }, now)
  return {
    total: read.total,
    created: read.errors.length === 0 ? rules.length : 0,
    failed: read.errors.length,
    skipped: read.total - read.errors.length - rules.length,
    errors: read.errors.slice(0, mostErrors),
    saved,
    version: saved ? version + 1 : version,
  }
}

/** Every row of a wrong kind of file is invalid, and a user does not read ten thousand reasons. */
const mostErrors = 1000
