import './mantine-later.css'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { emptyText } from '@verbatim/contract/text.ts'

interface PasswordStepProps {
  /** Why one has to sign in, where there is a reason: the session expired. */
  notice?: string | undefined
  error: string | undefined
  busy: boolean
  onSubmit: (email: string, password: string) => void
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Email and password. */
export function PasswordStep({ notice, error, busy, onSubmit }: PasswordStepProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => {
        if (value.trim() === '') return emptyText
        return email.test(value.trim()) ? undefined : 'Please make sure your email is valid.'
      },
      password: (value) => (value === '' ? emptyText : undefined),
    },
  })
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onSubmit(values.email.trim(), values.password))}>
      <Stack>
        {notice && !error && <Alert color="indigo">{notice}</Alert>}
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={busy} fullWidth>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
