import { Button, Stack, Text } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { useForm } from '@mantine/form'
import { NewPasswordFields, passwordRuleText } from './NewPasswordFields.tsx'
import { confirmationProblem, newPasswordProblem } from './sign-in-rules.ts'

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
        <NewPasswordFields form={form} isFirst />
        <Button type="submit" loading={busy} fullWidth>
          Set password
        </Button>
      </Stack>
    </form>
  )
}
