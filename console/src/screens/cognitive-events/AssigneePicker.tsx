import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { useState } from 'react'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import type { Entity } from '#lists/entities.ts'
import { useCan, useViewer } from '#shell/use-app-context.ts'
import { FacedPerson } from '#thread/FacedPerson.tsx'
import { PersonName } from '#thread/PersonName.tsx'
import { assigneesOf, unassigned } from './assignees.ts'
import { useAssign } from './mutations.ts'

/** The assignee of the event, with their card. A user who may not change it sees the name. */
export function AssigneePicker({ event }: { event: CognitiveEventDetail }) {
  const canAssign = useCan('events.assign')
  const { id: me } = useViewer()
  const { assign, isPending } = useAssign()
  const [chosen, setChosen] = useState<Entity>()
  const nameOf = ({ id, name }: Entity) => (id === me ? `${name} (you)` : name)
  const { assignee } = event
  const person = assignee && { name: assignee.name, userId: assignee.id }
  if (!canAssign) return person ? <FacedPerson person={person} /> : 'Unassigned'
  const current = assignee ? { id: assignee.id, name: nameOf(assignee) } : unassigned
  return (
    <EntitySelect
      aria-label="Assignee"
      size="sm"
      {...(person && {
        leftSection: <PersonName person={person} as="initials" />,
        leftSectionPointerEvents: 'all' as const,
      })}
      isSeldomUsed
      allowDeselect={false}
      // Not disabled, because it would lose the focus.
      readOnly={isPending}
      aria-busy={isPending}
      source={assigneesOf(event.id, nameOf)}
      value={isPending ? (chosen ?? current) : current}
      onChange={(next) => {
        if (!next || next.id === current.id) return
        setChosen(next)
        assign({ event, assigneeId: next.id === unassigned.id ? null : UserId.parse(next.id) })
      }}
    />
  )
}
