import { Switch } from '@mantine/core'
import { singleSignOnLimits } from '@verbatim/contract/single-sign-on.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import type { SettingsEditing } from './settings-form.ts'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'
import { ListField } from '#editor/ListField.tsx'
import { secretStoredText } from '#editor/SecretField.tsx'

/** The organization's own provider: the values that we need from it. */
export function ProviderFields({ base, values, field }: SettingsEditing) {
  const keepsSecret = base.provider?.hasSecret && base.provider.issuer === values.issuer.trim()
  const line = (name: 'name' | 'issuer' | 'clientId', label: string, description: string) => (
    <LimitedInput
      limit={singleSignOnLimits[name]}
      label={label}
      description={description}
      withAsterisk
      autoComplete="off"
      {...field(name)}
    />
  )
  return (
    <>
      {line('name', 'Name', 'Shown on the button: Continue with …')}
      {line('issuer', 'Issuer', 'The address of the provider, without /.well-known.')}
      {line('clientId', 'Client ID', 'The ID your provider uses for Verbatim.')}
      <SecretInput
        label="Client secret"
        description={
          keepsSecret
            ? 'A client secret is set. Leave blank to keep it.'
            : `${secretStoredText} Leave blank for a public client.`
        }
        autoComplete="new-password"
        {...field('secret')}
      />
      <ListField
        label="Email domains"
        one="domain"
        description="Only people with email addresses in these domains can sign in through the provider."
        withAsterisk
        {...field('mailDomains')}
      />
      <Switch
        label="Create accounts for new people"
        description="New people get an account without a role at their first sign-in. Otherwise only people you invited can sign in."
        {...field('createsPeople', { type: 'checkbox' })}
      />
    </>
  )
}
