import { Button, Stack, Text } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { useForm } from '@mantine/form'
import { confirmationProblem, newPasswordProblem } from './sign-in-rules.ts'
import { SecretInput } from '#SecretInput.tsx'

/** The text before a password is chosen. */
export const passwordRuleText =
  'At least 8 characters, with one uppercase and one lowercase letter, one number and one special character.'

interface NewPasswordStepProps {
  error: string | undefined
  busy: boolean
  onSubmit: (password: string) => void
}

/** A new password, typed twice. Source: docs/rules/texts.md. */
export function NewPasswordStep({ error, busy, onSubmit }: NewPasswordStepProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', confirmation: '' },
    validate: {
      password: newPasswordProblem,
      confirmation: (value, { password }) => confirmationProblem(value, password),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit(({ password }) => onSubmit(password))}>
      <Stack>
        <FailureAlert>{error}</FailureAlert>
        <Text>{passwordRuleText}</Text>
        <SecretInput
          label="New password"
          autoComplete="new-password"
          autoFocus
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <SecretInput
          label="Confirm password"
          shows="confirmation"
          autoComplete="new-password"
          key={form.key('confirmation')}
          {...form.getInputProps('confirmation')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
