import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { useForm } from '@mantine/form'
import { emailProblem } from './sign-in-rules.ts'

interface ForgotPasswordStepProps {
  email: string
  error: string | undefined
  busy: boolean
  onSubmit: (email: string) => void
  onBack: () => void
}

/** The user's name or address. */
export function ForgotPasswordStep({ email, error, busy, onSubmit, onBack }: ForgotPasswordStepProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    validate: { email: emailProblem },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit(values.email.trim()))}>
      <Stack>
        <FailureAlert>{error}</FailureAlert>
        <Text>
          Enter your email address. If it has an account, we will send a code to reset its password.
        </Text>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Send code
        </Button>
        <Anchor component="button" type="button" onClick={onBack}>
          Back to sign-in
        </Anchor>
      </Stack>
    </form>
  )
}
