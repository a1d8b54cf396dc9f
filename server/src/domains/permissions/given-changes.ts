import { changedFields, type FieldChange } from '#domains/audit/commands.ts'

/** The grants of a profile, for the audit trail. */
interface Given {
  readonly channels: readonly string[]
  readonly groups: readonly string[]
  readonly permissions: readonly string[]
}
export const nothing: Given = { channels: [], groups: [], permissions: [] }

const fields = ['channels', 'groups', 'permissions'] as const

export function givenChanges(was: Given, becomes: Given): FieldChange[] {
  const sorted = (given: Given) =>
    Object.fromEntries(fields.map((field) => [field, [...new Set(given[field])].toSorted()]))
  return changedFields(sorted(was), sorted(becomes))
}

export function givenCounts(was: Given, becomes: Given): Record<string, number> {
  const counts = fields.flatMap((field) => {
    const [before, after] = [new Set(was[field]), new Set(becomes[field])]
    return [
      [`${field}Added`, after.difference(before).size] as const,
      [`${field}Removed`, before.difference(after).size] as const,
    ]
  })
  return Object.fromEntries(counts)
}
