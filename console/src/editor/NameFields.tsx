import type { UseFormReturnType } from '@mantine/form'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { NameField } from './NameField.tsx'

interface Named {
  readonly name: string
  readonly description: string
}

interface NameFieldsProps<V extends Named> {
  form: UseFormReturnType<V>
  /** The maximum length of each. */
  limits: Readonly<Record<keyof Named, number>>
}

/** The name and description of something. */
export function NameFields<V extends Named>({ form, limits }: NameFieldsProps<V>) {
  return (
    <>
      <NameField form={form} limit={limits.name} />
      <LimitedInput
        label="Description"
        autoComplete="off"
        limit={limits.description}
        {...form.getInputProps('description')}
        value={form.values.description}
      />
    </>
  )
}
