import { PasswordInput, Switch, TagsInput, TextInput } from '@mantine/core'
import { type SingleSignOn, singleSignOnLimits } from '@verbatim/contract/single-sign-on.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import type { Errors, Values } from './settings.ts'

interface ProviderFieldsProps {
  /** What stands. */
  base: SingleSignOn
  values: Values
  errors: Errors
  canManage: boolean
  change: (values: Partial<Values>) => void
}

/** The organization's own provider: what we must know of it, and what it must know of us. */
export function ProviderFields({ base, values, errors, canManage, change }: ProviderFieldsProps) {
  const keepsSecret = base.provider?.hasSecret && base.provider.issuer === values.issuer
  const field = (name: 'name' | 'issuer' | 'clientId', label: string, description: string) => (
    <LimitedInput
      limit={singleSignOnLimits[name]}
      label={label}
      description={description}
      withAsterisk
      autoComplete="off"
      disabled={!canManage}
      value={values[name]}
      error={errors[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      <TextInput
        label="Redirect address"
        description="Register this exact address with your provider."
        readOnly
        value={base.redirectUri}
      />
      {field('name', 'Name', 'Shown on the button: Continue with …')}
      {field('issuer', 'Issuer', 'The address of the provider, without /.well-known.')}
      {field('clientId', 'Client ID', 'The ID your provider uses for Verbatim.')}
      <PasswordInput
        label="Client secret"
        description={
          keepsSecret
            ? 'A client secret is set. Leave blank to keep it.'
            : 'Stored encrypted and never shown again. Leave blank for a public client.'
        }
        autoComplete="new-password"
        disabled={!canManage}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the secret' }}
        value={values.secret}
        error={errors['secret']}
        onChange={(event) => change({ secret: event.currentTarget.value })}
      />
      <TagsInput
        label="Mail domains"
        description="The provider can sign in only email addresses of these domains. Type a domain and press Enter."
        withAsterisk
        disabled={!canManage}
        value={[...values.mailDomains]}
        error={errors['mailDomains']}
        acceptValueOnBlur
        onChange={(mailDomains) => change({ mailDomains })}
      />
      <Switch
        label="Create accounts for new people"
        description="New people get an account without a role at their first sign-in. Otherwise only people you invited can sign in."
        disabled={!canManage}
        checked={values.createsPeople}
        onChange={(event) => change({ createsPeople: event.currentTarget.checked })}
      />
    </>
  )
}
