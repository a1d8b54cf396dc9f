import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { useApi, useCan, useViewer } from '#shell/use-app-context.ts'
import { useAssign } from './mutations.ts'
import { reviewersQuery } from './queries.ts'

const unassigned = 'unassigned'

/** The assignee of the event. A user who may not change it sees the name. */
export function AssigneePicker({ event }: { event: CognitiveEventDetail }) {
  const canAssign = useCan('events.assign')
  const { id: me } = useViewer()
  const { data: reviewers = [] } = useQuery({ ...reviewersQuery(useApi(), event.id), enabled: canAssign })
  const { mutate, isPending } = useAssign()
  const { assignee } = event
  if (!canAssign) return assignee ? <bdi>{assignee.name}</bdi> : 'Unassigned'
  const known = assignee && !reviewers.some(({ id }) => id === assignee.id) ? [assignee] : []
  const people = [...known, ...reviewers].map(({ id, name }) => ({
    value: id as string,
    label: id === me ? `${name} (you)` : name,
  }))
  const assign = (value: string | null) => {
    if (value === (assignee?.id ?? unassigned)) return
    const chosen = reviewers.find(({ id }) => id === value)
    mutate({ event, assigneeId: chosen?.id ?? null })
  }
  return (
    <Select
      aria-label="Assignee"
      size="sm"
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      data={[{ value: unassigned, label: 'Unassigned' }, ...people]}
      value={assignee?.id ?? unassigned}
      disabled={isPending}
      nothingFoundMessage="No results"
      onChange={assign}
    />
  )
}
