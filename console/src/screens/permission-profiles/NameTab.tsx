import { Stack } from '@mantine/core'
import { profileLimits } from '@verbatim/contract/permission-profiles.ts'
import { NameFields } from '#editor/NameFields.tsx'
import type { ProfileForm } from './profile-form.ts'

/** What a profile is called. */
export function NameTab({ form, canEdit }: { form: ProfileForm; canEdit: boolean }) {
  return (
    <Stack gap="lg" maw={560}>
      <NameFields
        values={form.info}
        errors={form.errors}
        limits={profileLimits}
        canEdit={canEdit}
        onChange={form.setInfo}
      />
    </Stack>
  )
}
