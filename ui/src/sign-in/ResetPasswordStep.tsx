import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { useForm } from '@mantine/form'
import { emptyText } from '@verbatim/contract/text.ts'
import type { ReactNode } from 'react'
import { NewPasswordFields, passwordRuleText } from './NewPasswordFields.tsx'
import { confirmationProblem, emailProblem, newPasswordProblem } from './sign-in-rules.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

interface ResetPasswordStepProps {
  email: string
  /** Filled in from the link of the mail. */
  code?: string
  /** How long a code is valid. */
  codeMinutes: number
  /** When the last code was sent from here; undefined for a user who arrived with a code. */
  codeSentAt: number | undefined
  /** After this long, another code can be requested. */
  resendSeconds: number
  error: string | undefined
  busy: boolean
  onResend: (email: string) => void
  onBack: () => void
  onSubmit: (reset: { email: string; code: string; password: string }) => void
  /** Where the mail is, if it was not sent. */
  children?: ReactNode
}

/** The six digits, or the longer code of the same mail. */
const codeForm = /^(\d{6}|[a-z]{5}(-[a-z]{5}){3})$/i

/** The mailed code, and a new password, typed twice. Source: docs/rules/texts.md. */
export function ResetPasswordStep(given: ResetPasswordStepProps) {
  const {
    email,
    code = '',
    codeMinutes,
    codeSentAt,
    resendSeconds,
    error,
    busy,
    onResend,
    onBack,
    onSubmit,
    children,
  } = given
  const form = useResetForm(email, code)
  const resend = () => {
    if (!form.validateField('email').hasError) onResend(form.getValues().email.trim())
  }
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ confirmation: _same, ...reset }) =>
        onSubmit({ ...reset, email: reset.email.trim(), code: reset.code.trim() }),
      )}
    >
      <Stack>
        <FailureAlert>{error}</FailureAlert>
        {codeSentAt !== undefined && (
          <Text role="status">
            If there is an account for <b>{email}</b>, we have sent a code. It works for {codeMinutes}{' '}
            minutes.
          </Text>
        )}
        {codeSentAt !== undefined && children}
        {codeSentAt === undefined && (
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
        )}
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          maxLength={30}
          autoFocus={code === ''}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <NewPasswordFields form={form} isFirst={code !== ''} description={passwordRuleText} />
        <Button type="submit" loading={busy} fullWidth>
          Set password
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" onClick={onBack}>
            Back to sign-in
          </Anchor>
          <Resend
            key={codeSentAt}
            offeredAt={codeSentAt === undefined ? 0 : codeSentAt + resendSeconds * 1000}
            busy={busy}
            onResend={resend}
          />
        </Group>
      </Stack>
    </form>
  )
}

function useResetForm(email: string, mailed: string) {
  return useForm({
    mode: 'uncontrolled',
    initialValues: { email, code: mailed, password: '', confirmation: '' },
    validate: {
      email: emailProblem,
      code: (value) => {
        if (value.trim() === '') return emptyText
        return codeForm.test(value.trim()) ? undefined : 'Enter the six-digit code.'
      },
      password: newPasswordProblem,
      confirmation: (value, { password }) => confirmationProblem(value, password),
    },
  })
}

/** Requests another code, once that is possible. */
function Resend({ offeredAt, busy, onResend }: { offeredAt: number; busy: boolean; onResend: () => void }) {
  const wait = useSecondsLeft(offeredAt)
  if (wait > 0) return <Text c="dimmed">Resend code in {wait} s</Text>
  return (
    <Anchor component="button" type="button" disabled={busy} onClick={onResend}>
      Resend code
    </Anchor>
  )
}
