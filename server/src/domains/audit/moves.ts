/** Audits a person's moves: one entry for the person with all names, and one for each group or profile joined or left. */
import { type Audited, changedFields, type FieldChange } from './commands.ts'

interface Named<Id extends string = string> {
  readonly id: Id
  readonly name: string
}

/** The groups or profiles of a person before and after a change. */
export interface Move<Id extends string = string> {
  readonly of: keyof typeof holders
  readonly before: readonly Named<Id>[]
  readonly after: readonly Named<Id>[]
}

const holders = {
  groups: { kind: 'conversation_group', type: 'messenger_conversation_group_members_updated' },
  permissionProfiles: { kind: 'permission_profile', type: 'permission_profile_members_updated' },
} as const

export const addedOf = <Id extends string>({ before, after }: Move<Id>) => without(after, before)
const removedOf = <Id extends string>({ before, after }: Move<Id>) => without(before, after)

function without<Id extends string>(
  all: readonly Named<Id>[],
  others: readonly Named<Id>[],
): readonly Named<Id>[] {
  const ids = new Set(others.map(({ id }) => id))
  return all.filter(({ id }) => !ids.has(id))
}

/** The person's entry: names before and after, and how many were added and removed. Empty if nothing changed. */
export function changesOfMoves(moves: readonly Move[]): {
  readonly changes: readonly FieldChange[]
  readonly counts: Readonly<Record<string, number>>
} {
  const moved = moves.filter((move) => addedOf(move).length + removedOf(move).length > 0)
  return {
    changes: moved.flatMap(({ of, before, after }) =>
      changedFields({ [of]: namesOf(before) }, { [of]: namesOf(after) }),
    ),
    counts: Object.fromEntries(
      moved.flatMap((move) => [
        [`${move.of}Added`, addedOf(move).length],
        [`${move.of}Removed`, removedOf(move).length],
      ]),
    ),
  }
}

const namesOf = (named: readonly Named[]): string[] | undefined =>
  named.length === 0 ? undefined : named.map(({ name }) => name).toSorted()

/** The entries of the groups and profiles, as if the change had been made on their screens. */
export function auditedByEach(
  moves: readonly Move[],
  { name, as }: { readonly name: string; readonly as: 'members' | 'contacts' },
): Audited[] {
  return moves.flatMap((move) => [
    ...removedOf(move).map((left) => ({
      ...lineOf(move, left),
      changes: [{ field: as, old: [name], new: null }],
      counts: { [`${as}Removed`]: 1 },
    })),
    ...addedOf(move).map((joined) => ({
      ...lineOf(move, joined),
      changes: [{ field: as, old: null, new: [name] }],
      counts: { [`${as}Added`]: 1 },
    })),
  ])
}

function lineOf({ of }: Move, { id, name }: Named): Pick<Audited, 'type' | 'target'> {
  const { kind, type } = holders[of]
  return { type, target: { kind, id, name } }
}
