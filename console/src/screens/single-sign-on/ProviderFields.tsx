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
        description="Register this address at your provider, letter by letter."
        readOnly
        value={base.redirectUri}
      />
      {field('name', 'Name', 'As the button says it: Continue with …')}
      {field('issuer', 'Issuer', 'The address of the provider, without /.well-known.')}
      {field('clientId', 'Client ID', 'Under which your provider knows Verbatim.')}
      <PasswordInput
        label="Client secret"
        description={
          keepsSecret
            ? 'One is set, and told to nobody. Leave this empty to keep it.'
            : 'Kept encrypted, and told to nobody again. Empty for a public client.'
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
        description="The provider is believed for addresses of these domains only. Type one and press Enter."
        withAsterisk
        disabled={!canManage}
        value={[...values.mailDomains]}
        error={errors['mailDomains']}
        acceptValueOnBlur
        onChange={(mailDomains) => change({ mailDomains })}
      />
      <Switch
        label="Let in people who have no account yet"
        description="They get one, without a role, at their first sign-in. Otherwise only people you invited are let in."
        disabled={!canManage}
        checked={values.createsPeople}
        onChange={(event) => change({ createsPeople: event.currentTarget.checked })}
      />
    </>
  )
}
