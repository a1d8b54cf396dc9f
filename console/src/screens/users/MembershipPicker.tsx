import type { ReactNode } from 'react'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import type { Entity } from '#lists/entities.ts'
import { groupSource, profileSource } from '#lists/sought-options.ts'
import { type Side, sides } from './sides.ts'

interface MembershipPickerProps {
  side: Side
  chosen: readonly Entity[]
  error: ReactNode
  canEdit: boolean
  onChange: (chosen: readonly Entity[]) => void
}

/** The permission profiles or groups of a user, found by typing. */
export function MembershipPicker({ side, chosen, error, canEdit, onChange }: MembershipPickerProps) {
  return (
    <EntitiesSelect
      label={sides[side].membership}
      withAsterisk
      source={side === 'platform' ? profileSource : groupSource}
      readOnly={!canEdit}
      error={error}
      value={chosen}
      onChange={onChange}
    />
  )
}
