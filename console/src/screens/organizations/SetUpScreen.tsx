import { Button, Stack } from '@mantine/core'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { asFailure } from '@verbatim/client/failure.ts'
import { organizationLimits } from '@verbatim/contract/organizations.ts'
import { passwordsDifferText } from '@verbatim/contract/passwords.ts'
import { SetUp, setUpOrganization } from '@verbatim/contract/set-up.ts'
import { userLimits } from '@verbatim/contract/user-fields.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { passwordRuleText } from '@verbatim/ui/sign-in/NewPasswordFields.tsx'
import { SignInFrame } from '@verbatim/ui/sign-in/SignInFrame.tsx'
import { useState } from 'react'
import { useAppContext } from '#shell/use-app-context.ts'
import { CountrySelect } from './CountrySelect.tsx'
import { likelyCountry } from './countries.ts'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

const empty = {
  organizationName: '',
  country: '',
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmation: '',
}
type Values = typeof empty
type Field = keyof Values

const personFields: readonly { field: Field; label: string; autoComplete: string; limit: number }[] = [
  { field: 'firstName', label: 'Your first name', autoComplete: 'given-name', limit: userLimits.name },
  { field: 'lastName', label: 'Your last name', autoComplete: 'family-name', limit: userLimits.name },
  { field: 'email', label: 'Your email', autoComplete: 'email', limit: userLimits.email },
]

/** The page of the set-up link: names the organization, and makes the holder of the link its first administrator. */
export function SetUpScreen() {
  const [values, setValues] = useState<Values>(() => ({
    ...empty,
    country: likelyCountry(navigator.languages),
  }))
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const setUp = useSetUp()
  const submit = () => {
    const result = check(values, tokenOf(location.hash))
    setErrors('errors' in result ? result.errors : {})
    if ('setUp' in result) setUp.mutate(result.setUp)
  }
  const inputOf = (field: Field) => ({
    value: values[field],
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [field]: event.currentTarget.value }),
  })
  const problem = errors['token'] ?? (setUp.error && asFailure(setUp.error).message)
  return (
    <SignInFrame organization="You will be its first administrator." title="Set up your organization">
      <title>Set up · Verbatim</title>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <FailureAlert>{problem}</FailureAlert>
          <LimitedInput
            limit={organizationLimits.name}
            label="Name of the organization"
            autoComplete="organization"
            {...inputOf('organizationName')}
          />
          <CountrySelect
            value={values.country}
            error={errors['country']}
            onChange={(country) => setValues({ ...values, country })}
          />
          {personFields.map(({ field, label, autoComplete, limit }) => (
            <LimitedInput
              key={field}
              limit={limit}
              label={label}
              autoComplete={autoComplete}
              {...inputOf(field)}
            />
          ))}
          <SecretInput
            label="Password"
            description={passwordRuleText}
            autoComplete="new-password"
            {...inputOf('password')}
          />
          <SecretInput
            label="Confirm password"
            shows="confirmation"
            autoComplete="new-password"
            {...inputOf('confirmation')}
          />
          <Button type="submit" loading={setUp.isPending} fullWidth>
            Set up
          </Button>
        </Stack>
      </form>
    </SignInFrame>
  )
}

const tokenOf = (hash: string) => hash.replace(/^#/, '')

function check(values: Values, token: string): { setUp: SetUp } | { errors: Record<string, string> } {
  const { confirmation, ...given } = values
  const parsed = SetUp.safeParse({ ...given, token })
  const found = parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
  const errors: Record<string, string> = Object.fromEntries(found.toReversed())
  if (errors['token'])
    errors['token'] = 'This link is incomplete. Open it exactly as printed in the terminal.'
  if (confirmation !== values.password) errors['confirmation'] = passwordsDifferText
  return parsed.success && confirmation === values.password ? { setUp: parsed.data } : { errors }
}

/** Sets up and signs in, and leads to the first screen. */
function useSetUp() {
  const { api, session } = useAppContext()
  const { history } = useRouter()
  return useMutation({
    mutationFn: async (setUp: SetUp) => {
      await api(setUpOrganization, { body: setUp })
      await session.signIn(setUp.email, setUp.password)
    },
    // The page reloads with the organization's name.
    onSuccess: () => location.replace(history.createHref('/')),
  })
}
