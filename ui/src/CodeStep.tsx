import './mantine-later.css'
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'

interface CodeStepProps {
  /** Where the code comes from. */
  children: ReactNode
  error: string | undefined
  busy: boolean
  /** Present only for codes that are sent: an authenticator's code cannot be sent again. */
  onResend?: (() => void) | undefined
  onStartAgain: () => void
  onSubmit: (code: string) => void
}

const codeLength = 6

/** Six digits. They are taken as soon as the sixth is typed. */
export function CodeStep({ children, error, busy, onResend, onStartAgain, onSubmit }: CodeStepProps) {
  const [code, setCode] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.length === codeLength) onSubmit(code)
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        {error && (
          <Alert color="red" role="alert">
            {error}
          </Alert>
        )}
        <Text component="div">{children}</Text>
        <TextInput
          label="Authentication code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          placeholder="000000"
          value={code}
          disabled={busy}
          onChange={(event) => {
            const digits = event.currentTarget.value.replace(/\D/g, '').slice(0, codeLength)
            setCode(digits)
            if (digits.length === codeLength && digits !== code) onSubmit(digits)
          }}
        />
        <Button
          type="submit"
          fullWidth
          loading={busy}
          disabled={code.length < codeLength}
          title={code.length < codeLength ? 'The code has six digits' : undefined}
        >
          Verify
        </Button>
        <Group justify="space-between">
          <Anchor component="button" type="button" onClick={onStartAgain}>
            Start again
          </Anchor>
          {onResend && (
            <Anchor component="button" type="button" onClick={onResend}>
              Resend the code
            </Anchor>
          )}
        </Group>
      </Stack>
    </form>
  )
}
