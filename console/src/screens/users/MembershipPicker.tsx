import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '#shell/use-house.ts'
import { type Choice, membershipQuery } from './queries.ts'
import { type Side, sides } from './sides.ts'

interface MembershipPickerProps {
  side: Side
  chosen: readonly Choice[]
  error: string | undefined
  canEdit: boolean
  onChange: (chosen: readonly Choice[]) => void
}

/** The permission profiles or groups of somebody, found by typing. */
export function MembershipPicker({ side, chosen, error, canEdit, onChange }: MembershipPickerProps) {
  const [typed, setTyped] = useState('')
  const [sought] = useDebouncedValue(typed, 250)
  const { data: offered = [], isFetching } = useQuery(membershipQuery(useApi(), side, sought))
  const known = new Map([...offered, ...chosen].map((choice) => [choice.id, choice]))
  return (
    <MultiSelect
      label={sides[side].membership}
      withAsterisk
      placeholder={chosen.length === 0 ? 'Type a name' : ''}
      searchable
      readOnly={!canEdit}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen.map(({ id }) => id)}
      nothingFoundMessage={isFetching || typed !== sought ? 'Looking…' : 'No results'}
      maxDropdownHeight={280}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
    />
  )
}
