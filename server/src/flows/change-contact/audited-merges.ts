/**
 * What the audit trail says of merges. Readers of the contact that takes others in may not know these, which are personal, so its
 * own event does not name them. Each of them has an event of its own, for those who see it.
 */
import type { ContactId } from '@verbatim/contract/ids.ts'
import type { Audited } from '#domains/audit/commands.ts'
import { personalName } from '#domains/groups/group-people.ts'

interface Named {
  readonly id: ContactId
  readonly name: string
}

const toTarget = ({ id, name }: Named) => ({ kind: 'contact', id, name })

export const auditedMerge = (from: Named, into: Named): Audited[] => [
  {
    type: 'contact_merged',
    target: toTarget(into),
    changes: [{ field: 'merged', old: null, new: personalName }],
  },
  {
    type: 'contact_updated',
    target: toTarget(from),
    changes: [{ field: 'mergedInto', old: null, new: into.name }],
  },
]

/** The merges of an undone change: for the event of the contact that was changed, and the events of others that were merged. */
export const auditedUndo = (changed: Named, merged: readonly Named[]) => ({
  changes: merged.map(({ id, name }) => ({
    field: 'merged',
    old: id === changed.id ? name : personalName,
    new: null,
  })),
  ofOthers: merged
    .filter(({ id }) => id !== changed.id)
    .map((one): Audited => ({
      type: 'contact_change_undone',
      target: toTarget(one),
      changes: [{ field: 'mergedInto', old: changed.name, new: null }],
    })),
})
