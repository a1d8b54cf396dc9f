/** A person as pickers show them. */
export interface PickedPerson {
  readonly id: string
  readonly name: string
  readonly detail: string
}

/** The people to add and to remove, not saved yet. */
export interface PeopleChange {
  readonly added: readonly PickedPerson[]
  readonly removed: readonly PickedPerson[]
}

export const noPeopleChange: PeopleChange = { added: [], removed: [] }

export const isChange = ({ added, removed }: PeopleChange) => added.length + removed.length > 0

/** Adds this person; if they were marked for removal, unmarks them. */
export function withAdded({ added, removed }: PeopleChange, person: PickedPerson): PeopleChange {
  if (removed.some(({ id }) => id === person.id)) return { added, removed: without(removed, person) }
  return { added: [...without(added, person), person], removed }
}

/** Removes this person; if they were only to be added, they are not added. */
export function withRemoved({ added, removed }: PeopleChange, person: PickedPerson): PeopleChange {
  if (added.some(({ id }) => id === person.id)) return { added: without(added, person), removed }
  return { added, removed: [...without(removed, person), person] }
}

/** Their IDs, for the change that is sent. */
export const idsOf = <Id extends string>(people: readonly PickedPerson[]): Id[] =>
  people.map(({ id }) => id as Id)

const without = (people: readonly PickedPerson[], { id }: PickedPerson) =>
  people.filter((person) => person.id !== id)
