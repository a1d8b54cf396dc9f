import { Select } from '@mantine/core'
import { type Archiving, archiveSignIns, archivingLimits } from '@verbatim/contract/archiving.ts'
import { FieldPair, LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { SecretField } from '#editor/SecretField.tsx'
import type { ArchivingEditing, Values } from './archiving-form.ts'
import { signInNames } from './archiving-words.ts'
import { SecretInput } from '@verbatim/ui/SecretInput.tsx'

/** How we sign in to the mail server. */
export function SignInFields(editing: ArchivingEditing) {
  const { base, values, field } = editing
  const asks = values.signIn === 'xoauth2'
  return (
    <>
      <Select
        label="Sign-in"
        allowDeselect={false}
        data={optionsOf(archiveSignIns, signInNames)}
        {...field('signIn')}
      />
      {asks && <TokenFields {...editing} />}
      {values.signIn !== 'none' && (
        <FieldPair>
          <LimitedInput
            limit={archivingLimits.user}
            label="User name"
            withAsterisk
            autoComplete="off"
            spellCheck={false}
            {...field('user')}
          />
          <SecretField
            label={asks ? 'Client secret' : 'Password'}
            isSet={keepsSecret(base, values)}
            maxLength={archivingLimits.password}
            {...field('password')}
          />
        </FieldPair>
      )}
    </>
  )
}

/** Where access tokens come from. */
function TokenFields({ base, values, field }: ArchivingEditing) {
  const isSet = base.settings?.hasRefreshToken === true && keepsSecret(base, values)
  return (
    <>
      <LimitedInput
        limit={archivingLimits.tokenUrl}
        label="Token address"
        description="The address at which the email server’s provider issues access tokens."
        withAsterisk
        autoComplete="off"
        spellCheck={false}
        {...field('tokenUrl')}
      />
      <FieldPair>
        <LimitedInput
          limit={archivingLimits.clientId}
          label="Client ID"
          withAsterisk
          autoComplete="off"
          spellCheck={false}
          {...field('clientId')}
        />
        <LimitedInput
          limit={archivingLimits.scope}
          label="Scope"
          autoComplete="off"
          spellCheck={false}
          {...field('scope')}
        />
      </FieldPair>
      <SecretInput
        label="Refresh token"
        description={
          isSet
            ? 'It is set. Leave it and the secret blank to keep both.'
            : 'Only if the provider issues one. Without it, the client requests tokens in its own name.'
        }
        autoComplete="new-password"
        maxLength={archivingLimits.refreshToken}
        {...field('refreshToken')}
      />
    </>
  )
}

/** Stored secrets are only for the receiver, the user and the token endpoint that they were entered for. */
function keepsSecret({ settings }: Archiving, values: Values): boolean {
  if (settings?.hasPassword !== true) return false
  const asks = values.signIn === 'xoauth2'
  if ((settings.signIn === 'xoauth2') !== asks) return false
  const isSame =
    settings.host === values.host.trim().toLowerCase() &&
    settings.port === values.port &&
    settings.security === values.security &&
    settings.user === values.user.trim()
  const endpoint = (['tokenUrl', 'clientId', 'scope'] as const).every(
    (name) => !asks || settings[name] === values[name].trim(),
  )
  return isSame && endpoint
}
