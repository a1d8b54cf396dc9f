import { Stack } from '@mantine/core'
import { profileLimits } from '@verbatim/contract/permission-profiles.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import type { ProfileForm } from './profile-form.ts'

/** What a profile is called. */
export function NameTab({
  form: { info, errors, setInfo },
  canEdit,
}: {
  form: ProfileForm
  canEdit: boolean
}) {
  return (
    <Stack gap="lg" maw={560}>
      <LimitedInput
        label="Name"
        withAsterisk
        data-autofocus
        autoComplete="off"
        limit={profileLimits.name}
        readOnly={!canEdit}
        value={info.name}
        error={errors.name}
        onChange={(event) => setInfo({ name: event.currentTarget.value })}
      />
      <LimitedInput
        label="Description"
        autoComplete="off"
        limit={profileLimits.description}
        readOnly={!canEdit}
        value={info.description}
        error={errors.description}
        onChange={(event) => setInfo({ description: event.currentTarget.value })}
      />
    </Stack>
  )
}
