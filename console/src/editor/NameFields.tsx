import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'

interface Named {
  readonly name: string
  readonly description: string
}

interface NameFieldsProps {
  values: Named
  errors: Partial<Record<keyof Named, string>>
  /** The most characters of each. */
  limits: Readonly<Record<keyof Named, number>>
  canEdit: boolean
  onChange: (change: Partial<Named>) => void
}

/** What something is called, and what it is for. */
export function NameFields({ values, errors, limits, canEdit, onChange }: NameFieldsProps) {
  return (
    <>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        limit={limits.name}
        readOnly={!canEdit}
        value={values.name}
        error={errors.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <LimitedInput
        label="Description"
        autoComplete="off"
        limit={limits.description}
        readOnly={!canEdit}
        value={values.description}
        error={errors.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
