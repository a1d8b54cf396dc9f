import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { fillOnboardingForm, type Onboarding } from '@verbatim/contract/account-links.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { useApi } from '#shell/use-app-context.ts'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

export type OwnerDetails = Readonly<Record<string, string>>

interface OwnerFormProps {
  token: string
  fields: NonNullable<LinkStep['fields']>
  /** What was entered. The page keeps it, so that what was wrong is corrected and not entered again. */
  details: OwnerDetails
  onChange: (details: OwnerDetails) => void
  onFilled: (state: Onboarding) => void
}

/** What the owner of an account enters, so that it can be connected. */
export function OwnerForm({ token, fields, details, onChange, onFilled }: OwnerFormProps) {
  const api = useApi()
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api(fillOnboardingForm, { body: { token, details } }),
    onSuccess: onFilled,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <Stack gap="md">
        {fields.map(({ name, label, hint, isSecret }) => {
          const Input = isSecret ? SecretInput : TextInput
          return (
            <Input
              key={name}
              label={label}
              description={
                isSecret ? [hint, 'Stored encrypted and never shown again.'].filter(Boolean).join(' ') : hint
              }
              required
              autoComplete="off"
              spellCheck={false}
              value={details[name] ?? ''}
              onChange={(event) => onChange({ ...details, [name]: event.currentTarget.value })}
            />
          )
        })}
        <FailureAlert>{error && asFailure(error).message}</FailureAlert>
        <Button type="submit" loading={isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  )
}
