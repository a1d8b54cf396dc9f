import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { fillOnboardingForm, type Onboarding } from '@verbatim/contract/account-links.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import type { ChangeEvent } from 'react'
import { SecretField } from '#editor/SecretField.tsx'
import { useApi } from '#shell/use-app-context.ts'

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
          const field = {
            label,
            required: true,
            autoComplete: 'off',
            spellCheck: false,
            value: details[name] ?? '',
            onChange: (event: ChangeEvent<HTMLInputElement>) =>
              onChange({ ...details, [name]: event.currentTarget.value }),
          }
          return isSecret ? (
            <SecretField key={name} hint={hint} {...field} />
          ) : (
            <TextInput key={name} description={hint} {...field} />
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
