import { Button, Group, TextInput, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Account } from '@verbatim/contract/account.ts'
import { userLimits } from '@verbatim/contract/user-fields.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { SavedNote } from '@verbatim/ui/SavedNote.tsx'
import { useState } from 'react'
import { PageForm } from '#editor/PageForm.tsx'
import { usePageForm } from '#editor/use-page-form.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import classes from './AccountScreen.module.css'
import { profileForm } from './profile-form.ts'

/** The name. The mail address and the number are shown: records are captured under them. */
export function ProfileSection({ account }: { account: Account }) {
  const { session } = useAppContext()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const editing = usePageForm(profileForm, account, {
    async onSaved() {
      setSaved(true)
      // The name at the top comes with the session's tokens.
      await session.renew(await session.accessToken())
      await queryClient.invalidateQueries({ queryKey: ['viewer'] })
    },
  })
  const { base, isDirty, isSaving, field } = editing
  return (
    <section className={classes.section}>
      <Title order={2}>Profile</Title>
      <PageForm editing={editing} thing="your profile" className={classes.section}>
        <TextInput
          label="Email"
          value={base.email}
          readOnly
          description="You can’t change it, because messages are recorded under it."
        />
        <Group grow align="start">
          <LimitedInput
            limit={userLimits.name}
            label="First name"
            autoComplete="given-name"
            {...field('firstName')}
          />
          <LimitedInput
            limit={userLimits.name}
            label="Last name"
            autoComplete="family-name"
            {...field('lastName')}
          />
        </Group>
        <TextInput
          label="Phone number"
          value={base.phoneNumber ?? ''}
          readOnly
          description="Only an administrator changes it, because messages are recorded under it."
        />
        <Group>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            Save profile
          </Button>
          <SavedNote>{isSaved && !isDirty && 'Your profile was saved'}</SavedNote>
        </Group>
      </PageForm>
    </section>
  )
}
