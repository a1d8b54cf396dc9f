import { Alert, Anchor, Button, Stack, TextInput } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { useForm } from '@mantine/form'
import { emptyText } from '@verbatim/contract/text.ts'
import { emailProblem } from './sign-in-rules.ts'
import { SecretInput } from '#SecretInput.tsx'

interface PasswordStepProps {
  /** Why the user must sign in, if there is a reason: the session expired. */
  notice?: string | undefined
  /** The name of the last attempt. */
  email?: string
  error: string | undefined
  busy: boolean
  /** The address for resetting a forgotten password; absent if that is not possible. */
  onForgotten?: ((email: string) => void) | undefined
  /** Sign-in by the organization's own provider; absent if there is none. */
  onSingleSignOn?: (() => void) | undefined
  onSubmit: (email: string, password: string) => void
}

/** Email and password. */
export function PasswordStep({
  notice,
  email = '',
  error,
  busy,
  onForgotten,
  onSingleSignOn,
  onSubmit,
}: PasswordStepProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    validate: {
      email: emailProblem,
      password: (value) => (value === '' ? emptyText : undefined),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit(values.email.trim(), values.password))}>
      <Stack>
        {notice && !error && <Alert color="indigo">{notice}</Alert>}
        <FailureAlert>{error}</FailureAlert>
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <SecretInput
          label="Password"
          autoComplete="current-password"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
        {onSingleSignOn && (
          <Button variant="default" disabled={busy} onClick={onSingleSignOn} fullWidth>
            Sign in with single sign-on
          </Button>
        )}
        {onForgotten && (
          <Anchor component="button" type="button" onClick={() => onForgotten(form.getValues().email.trim())}>
            Forgot your password?
          </Anchor>
        )}
      </Stack>
    </form>
  )
}
