import { Alert, Button, Group, TextInput, Title } from '@mantine/core'
import type { Account } from '@verbatim/contract/account.ts'
import { userLimits } from '@verbatim/contract/users.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { ChangedAlert } from '#editor/ChangedAlert.tsx'
import { differencesOf } from '#editor/differences.ts'
import classes from './AccountScreen.module.css'
import { useProfile, valuesOf, wordsOf } from './use-profile.ts'

/** Name and number. The mail address stays: records were captured under it. */
export function ProfileSection({ account }: { account: Account }) {
  const { base, form, newer, failure, isDirty, isSaving, onSubmit } = useProfile(account)
  return (
    <section className={classes.section}>
      <Title order={2}>Profile</Title>
      <form noValidate className={classes.section} onSubmit={onSubmit}>
        {newer && (
          <ChangedAlert
            thing="your profile"
            differences={differencesOf({
              before: wordsOf(valuesOf(base)),
              theirs: wordsOf(valuesOf(account)),
              mine: wordsOf(form.values),
            })}
            {...newer}
          />
        )}
        {failure && (
          <Alert color="red" role="alert">
            {failure.message}
          </Alert>
        )}
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
            {...form.getInputProps('firstName')}
            value={form.values.firstName}
          />
          <LimitedInput
            limit={userLimits.name}
            label="Last name"
            autoComplete="family-name"
            {...form.getInputProps('lastName')}
            value={form.values.lastName}
          />
        </Group>
        <LimitedInput
          limit={userLimits.phone}
          label="Phone number"
          type="tel"
          autoComplete="tel"
          {...form.getInputProps('phoneNumber')}
          value={form.values.phoneNumber}
        />
        <Group>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            Save the profile
          </Button>
        </Group>
      </form>
    </section>
  )
}
