/** Everything in the database that is sealed with the installation's secret or depends on it. */
import { AccountId, type MailId, type TenantId } from '@verbatim/contract/ids.ts'
import { accessPlace, passwordPlace, refreshPlace } from '#domains/archiving/commands.ts'
import { keyPlace } from '#domains/identity/keys.ts'
import { providerPlace } from '#domains/identity/hosted/single-sign-on.ts'
import { providerSecretsPlace } from '#domains/insight-providers/commands.ts'
import { totpPlace } from '#domains/identity/second-step.ts'
import { verifierPlace } from '#domains/identity/users.ts'
import { filesPlaceOf as mailFilesPlace, placeOf as mailPlace } from '#domains/mail/commands.ts'
import { organizationSecretPlace } from '#domains/organizations/profile-commands.ts'
import { pseudonymKeyPlace } from '#domains/organizations/pseudonym-key.ts'
import { accountKeyPlace } from '#flows/collect/keys.ts'
import { secretsPlace } from '#flows/capture/account-secrets.ts'
import type { Place } from '#platform/crypto.ts'

export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The columns that identify a row of an organization. */
  readonly key: string
  readonly placeOf: (tenantId: TenantId, key: string) => Place
}

const ofUser = (place: typeof totpPlace) => (tenantId: TenantId, username: string) =>
  place({ tenantId, username } as Parameters<typeof totpPlace>[0])

/** Sealed again with another secret. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'organization_secret', column: 'sealed', key: 'name', placeOf: organizationSecretPlace },
  { table: 'identity_user', column: 'verifier_sealed', key: 'username', placeOf: ofUser(verifierPlace) },
  { table: 'identity_user', column: 'totp_sealed', key: 'username', placeOf: ofUser(totpPlace) },
  { table: 'identity_user', column: 'totp_pending_sealed', key: 'username', placeOf: ofUser(totpPlace) },
  { table: 'identity_key', column: 'private_sealed', key: 'kid', placeOf: keyPlace },
  { table: 'pseudonym_key', column: 'sealed', key: 'tenant_id', placeOf: pseudonymKeyPlace },
  { table: 'single_sign_on', column: 'secret_sealed', key: 'tenant_id', placeOf: providerPlace },
  { table: 'archiving', column: 'password_sealed', key: 'tenant_id', placeOf: passwordPlace },
  { table: 'archiving', column: 'refresh_sealed', key: 'tenant_id', placeOf: refreshPlace },
  { table: 'archiving', column: 'access_sealed', key: 'tenant_id', placeOf: accessPlace },
  {
    table: 'channel_account',
    column: 'secrets',
    key: 'id',
    placeOf: (tenantId, id) => secretsPlace({ tenantId, id: AccountId.parse(id) }),
  },
  { table: 'insight_provider', column: 'secrets_sealed', key: 'id', placeOf: providerSecretsPlace },
  { table: 'account_key', column: 'sealed', key: 'name', placeOf: accountKeyPlace },
  {
    table: 'mail',
    column: 'text_sealed',
    key: 'id',
    placeOf: (tenantId, id) => mailPlace(tenantId, id as MailId),
  },
  {
    table: 'mail',
    column: 'files_sealed',
    key: 'id',
    placeOf: (tenantId, id) => mailFilesPlace(tenantId, id as MailId),
  },
]

/**
 * Values that cannot be converted: running sign-ins, and codes stored only as a hash with the old secret. Their users
 * start the sign-in again, and request new codes.
 */
export const forgotten: readonly { readonly table: string; readonly statement: string }[] = [
  { table: 'identity_challenge', statement: 'delete from identity_challenge' },
  { table: 'identity_recovery_code', statement: 'delete from identity_recovery_code' },
  { table: 'identity_reset', statement: 'update identity_reset set code_hash = null, long_hash = null' },
]
