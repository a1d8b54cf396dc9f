import type { PolicyId } from '@verbatim/contract/ids.ts'
import { type RuleFileType, ruleFileTypeNames, type RuleImport } from '@verbatim/contract/policy-rules.ts'
import type { Selectable } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import { requireVersion, type Seen } from '#kernel/version.ts'
import type { TenantTx } from '#platform/db.ts'
import type { PolicyRuleTable } from '#schema/policies.ts'
import { reachesAlike, widest } from './model.ts'
import { requirePolicy } from './queries.ts'
import { draftOf, keepImported, type NewRule, type WidenedRule } from './rule-commands.ts'
import type { ReadRules } from './rule-file.ts'
import type { PolicyEditor } from './versions.ts'

/**
 * Adds the rules of a file to a policy, or none if a row is invalid or it is a dry run. A rule that the policy already has from an
 * earlier file then also finds what the row says; it never finds less, and one that was limited by hand stays.
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
    .selectAll()
    .where('policy_id', '=', id)
    .where('to_version', 'is', null)
    .where('file_type', 'is not', null)
    .orderBy('ordinal')
    .execute()
  checkFileType(
    fileType,
    imported.flatMap(({ file_type }) => file_type ?? []),
  )
  const { rules, widened, differing } = compare(read.rules, imported)
  const isValid = read.errors.length === 0
  const saved = !dryRun && isValid && rules.length + widened.length > 0
  if (saved) await keepImported(tx, editor, { id, rules, widened, expectedVersion: version }, now)
  return {
    total: read.total,
    created: isValid ? rules.length : 0,
    widened: isValid ? widened.length : 0,
    differing,
    failed: read.errors.length,
    skipped: read.total - read.errors.length - rules.length - widened.length - differing,
    errors: read.errors.slice(0, mostErrors),
    saved,
    version: saved ? version + 1 : version,
  }
}

/**
 * A policy takes rules from one kind of file. Source: docs/rules/policies.md.
 * @throws Failure `policy.mixed-file-types`
 */
function checkFileType(selected: RuleFileType, included: readonly RuleFileType[]): void {
  const other = included.find((one) => one !== selected)
  if (other) {
    throw new Failure('policy.mixed-file-types', {
      selected: ruleFileTypeNames[selected],
      included: ruleFileTypeNames[other],
    })
  }
}

/** Every row of a wrong kind of file is invalid, and a user does not read ten thousand reasons. */
const mostErrors = 1000

/** What a file says that the policy does not have, and of how many of its rules something else. */
function compare(read: readonly NewRule[], imported: readonly Selectable<PolicyRuleTable>[]) {
  const known = Map.groupBy(imported, ({ pattern }) => pattern)
  const rules: NewRule[] = []
  const widened: WidenedRule[] = []
  let differing = 0
  for (const rule of read) {
    const rows = known.get(rule.pattern)
    const free = (rows ?? [])
      .map((row) => ({ row, draft: draftOf(row) }))
      .filter(({ draft }) => Object.keys(draft.conditions).length === 0)
    const [first] = free
    if (!rows) rules.push(rule)
    else if (free.some(({ draft }) => reachesAlike(draft, rule))) continue
    else if (!first || reachesAlike(first.draft, widest(first.draft, rule))) differing += 1
    else {
      const { id, ordinal, file_type: fileType } = first.row
      widened.push({ ...widest(first.draft, rule), id, ordinal, fileType: fileType ?? undefined })
    }
  }
  return { rules, widened, differing }
}
