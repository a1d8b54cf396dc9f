import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { Button, Group, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Account } from '@verbatim/contract/account.ts'
import { emptyText } from '@verbatim/contract/text.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { passwordRuleText } from '@verbatim/ui/sign-in/NewPasswordFields.tsx'
import { SavedNote } from '@verbatim/ui/SavedNote.tsx'
import { confirmationProblem, newPasswordProblem } from '@verbatim/ui/sign-in/sign-in-rules.ts'
import { useAppContext } from '#shell/use-app-context.ts'
import classes from './AccountScreen.module.css'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

const otherDevices: Record<Account['keptAt'], string> = {
  here: 'Your other devices were signed out.',
  'user-pool': 'Your other devices stay signed in. Use “Sign out everywhere” to sign them out.',
}

/** Changes the password of a user who knows the current one. */
export function PasswordSection({ account }: { account: Account }) {
  const { session } = useAppContext()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { previous: '', password: '', confirmation: '' },
    validate: {
      previous: (value) => (value === '' ? emptyText : undefined),
      password: newPasswordProblem,
      confirmation: (value, { password }) => confirmationProblem(value, password),
    },
  })
  const change = useMutation({
    mutationFn: ({ previous, password }: typeof form.values) => session.changePassword(previous, password),
    async onSuccess() {
      form.reset()
      await queryClient.invalidateQueries({ queryKey: ['account'] })
    },
    onError(error) {
      if (asFailure(error).code === 'identity.wrong-credentials')
        form.setFieldError('previous', 'This password is incorrect.')
    },
  })
  const failure = change.error && asFailure(change.error)
  return (
    <section className={classes.section}>
      <Title order={2} id="account-password">
        Password
      </Title>
      {account.passwordChangedAt && (
        <p className={classes.hint}>
          Changed <Ago at={account.passwordChangedAt} />
        </p>
      )}
      <form
        noValidate
        className={classes.section}
        onSubmit={form.onSubmit((values) => change.mutate(values))}
      >
        <FailureAlert>
          {failure?.code === 'identity.wrong-credentials' ? undefined : failure?.message}
        </FailureAlert>
        <SecretInput
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps('previous')}
        />
        <SecretInput
          label="New password"
          description={passwordRuleText}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <SecretInput
          label="Confirm new password"
          shows="confirmation"
          autoComplete="new-password"
          {...form.getInputProps('confirmation')}
        />
        <Group>
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            Change password
          </Button>
          <SavedNote>
            {change.isSuccess &&
              !form.isDirty() &&
              `Your password was changed. ${otherDevices[account.keptAt]}`}
          </SavedNote>
        </Group>
      </form>
    </section>
  )
}
