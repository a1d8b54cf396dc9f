import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { FailureAlert } from '#FailureAlert.tsx'
import { type FormEvent, type ReactNode, useState } from 'react'

interface CodeStepProps {
  /** The source of the code. */
  children: ReactNode
  error: string | undefined
  busy: boolean
  /** Present only for codes that are sent, because an authenticator's code cannot be sent again. */
  onResend?: (() => void) | undefined
  onStartAgain: () => void
  /** The label of the link for leaving; by default to start again. */
  leaveLabel?: string
  /** Whether a recovery code is accepted instead of the digits. */
  takesRecoveryCode?: boolean
  onSubmit: (code: string) => void
}

const codeLength = 6
/** Ten letters, with or without the hyphen. */
const recoveryLength = 10

/** Six digits. They are sent as soon as the sixth is typed. */
export function CodeStep(props: CodeStepProps) {
  const { children, error, busy, onResend, onStartAgain, leaveLabel = 'Start again', onSubmit } = props
  const [code, setCode] = useState('')
  const [recovers, setRecovers] = useState(false)
  const isWhole = recovers ? code.trim().length >= recoveryLength : code.length === codeLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole) onSubmit(code)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailureAlert>{error}</FailureAlert>
        <Text component="div">{children}</Text>
        {recovers ? (
          <TextInput
            key="recovery"
            label="Recovery code"
            autoComplete="off"
            autoFocus
            placeholder="xxxxx-xxxxx"
            value={code}
            disabled={busy}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        ) : (
          <DigitsInput code={code} busy={busy} onChange={setCode} onWhole={onSubmit} />
        )}
        <Button
          type="submit"
          fullWidth
          loading={busy}
          disabled={!isWhole}
          title={isWhole || recovers ? undefined : 'Enter the six-digit code.'}
        >
          Verify
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" onClick={onStartAgain}>
            {leaveLabel}
          </Anchor>
          {props.takesRecoveryCode && (
            <Anchor
              component="button"
              type="button"
              onClick={() => {
                setRecovers(!recovers)
                setCode('')
              }}
            >
              {recovers ? 'Use the authenticator' : 'Use a recovery code'}
            </Anchor>
          )}
          {onResend && (
            <Anchor component="button" type="button" onClick={onResend}>
              Resend code
            </Anchor>
          )}
        </Group>
      </Stack>
    </form>
  )
}

interface DigitsInputProps {
  code: string
  busy: boolean
  onChange: (code: string) => void
  onWhole: (code: string) => void
}

function DigitsInput({ code, busy, onChange, onWhole }: DigitsInputProps) {
  return (
    <TextInput
      key="digits"
      label="Authentication code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      placeholder="000000"
      value={code}
      disabled={busy}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, codeLength)
        onChange(digits)
        if (digits.length === codeLength && digits !== code) onWhole(digits)
      }}
    />
  )
}
