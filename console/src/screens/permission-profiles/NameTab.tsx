import { Stack, TextInput } from '@mantine/core'
import { profileLimits } from '@verbatim/contract/permission-profiles.ts'
import type { ProfileForm } from './profile-form.ts'

/** What a profile is called. */
export function NameTab({ form, canEdit }: { form: ProfileForm; canEdit: boolean }) {
  const { info, errors, setInfo } = form
  return (
    <Stack gap="lg" maw={560}>
      <TextInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        maxLength={profileLimits.name}
        readOnly={!canEdit}
        value={info.name}
        error={errors.name}
        onChange={(event) => setInfo({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        autoComplete="off"
        maxLength={profileLimits.description}
        readOnly={!canEdit}
        value={info.description}
        error={errors.description}
        onChange={(event) => setInfo({ description: event.currentTarget.value })}
      />
    </Stack>
  )
}
