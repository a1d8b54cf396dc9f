import type { UseFormReturnType } from '@mantine/form'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'

interface NameFieldProps<V extends { readonly name: string }> {
  form: UseFormReturnType<V>
  /** The maximum length. */
  limit: number
}

/** The name of something, the first field of its editor. Browsers do not offer the reader's own name. */
export function NameField<V extends { readonly name: string }>({ form, limit }: NameFieldProps<V>) {
  return (
    <LimitedInput
      label="Name"
      withAsterisk
      // An existing thing is looked at first, and a phone would raise its keyboard.
      data-autofocus={form.getInitialValues().name === '' || undefined}
      autoComplete="off"
      limit={limit}
      {...form.getInputProps('name')}
      value={form.values.name}
    />
  )
}
