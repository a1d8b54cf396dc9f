import type { PickedPerson } from '#editor/people-change.ts'
import { type EntitySource, mostOffered } from '#lists/entities.ts'
import { groupMembers } from '#screens/groups/queries.ts'
import { profilePeople } from './queries.ts'

/** Each user of the console once, and of the messenger if the reader may see them. */
export function anyoneSource(knowsMessenger: boolean): EntitySource<PickedPerson> {
  const sources = [profilePeople(undefined), ...(knowsMessenger ? [groupMembers(undefined)] : [])]
  return {
    key: ['permission-profiles', 'anyone', knowsMessenger],
    async find(api, text, signal) {
      const question = { within: false, search: text, limit: mostOffered, skip: 0 }
      const pages = await Promise.all(sources.map((source) => source.find(api, question, signal)))
      const found = pages.flatMap(({ items }) => items)
      const once = [...new Map(found.toReversed().map((person) => [person.id, person])).values()]
      return {
        items: once.toSorted((one, other) => one.name.localeCompare(other.name)).slice(0, mostOffered),
      }
    },
  }
}
