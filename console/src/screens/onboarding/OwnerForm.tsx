import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { fillOnboardingForm, type Onboarding } from '@verbatim/contract/account-links.ts'
import type { LinkStep } from '@verbatim/contract/link-steps.ts'
import { useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'

interface OwnerFormProps {
  token: string
  fields: NonNullable<LinkStep['fields']>
  onFilled: (state: Onboarding) => void
}

/** What the owner of an account enters, so that it can be connected. */
export function OwnerForm({ token, fields, onFilled }: OwnerFormProps) {
  const api = useApi()
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({})
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
          const Input = isSecret ? PasswordInput : TextInput
          return (
            <Input
              key={name}
              label={label}
              description={isSecret ? 'Stored encrypted and never shown again.' : hint}
              required
              autoComplete="off"
              spellCheck={false}
              value={details[name] ?? ''}
              onChange={(event) => setDetails({ ...details, [name]: event.currentTarget.value.trim() })}
            />
          )
        })}
        {error && <p role="alert">{asFailure(error).message}</p>}
        <Button type="submit" loading={isPending}>
          Connect
        </Button>
      </Stack>
    </form>
  )
}
