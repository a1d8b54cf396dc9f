import { Face } from '@verbatim/ui/Face.tsx'
import { type Person, PersonName } from './PersonName.tsx'

/** A person's name, which leads to their card, after their initials. */
export function FacedPerson({ person }: { person: Person }) {
  return (
    <>
      <Face name={person.name} size="tiny" /> <PersonName person={person} />
    </>
  )
}
