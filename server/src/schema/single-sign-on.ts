import type { UserId } from '@verbatim/contract/ids.ts'
import type { Role } from '@verbatim/contract/permissions.ts'
import type { Generated } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** Whether an organization offers single sign-on, and its own provider. */
interface SingleSignOnTable extends TenantRow {
  enabled: Generated<boolean>
  provider_name: string | null
  issuer: string | null
  client_id: string | null
  secret_sealed: Buffer | null
  mail_domains: Generated<string[]>
  creates_people: Generated<boolean>
  /** The provider may vouch for no one who may do more than this role. */
  set_in_role: Generated<Role>
  version: Generated<number>
}

/** A sign-in at the hosted pages, to be exchanged for tokens. */
interface IdentityCodeTable extends TenantRow {
  hash: Buffer
  family_id: string
  redirect_uri: string
  challenge: string
  nonce: string | null
  expires_at: Date
  used_at: Date | null
}

/** A browser that has signed in at the hosted pages. */
interface IdentityBrowserTable extends TenantRow {
  hash: Buffer
  user_id: UserId
  auth_time: Date
  second_step: boolean
  by_provider: Generated<boolean>
  expires_at: Date
}

/** Users whose sessions were ended here, for tokens that another service issues. */
interface IdentitySignedOutTable extends TenantRow {
  user_id: UserId
  before: Date
}

/** The person of a user pool elsewhere whom we created for a user. */
interface IdentityPoolPersonTable extends TenantRow {
  user_id: UserId
  pool_id: string
  subject: string
}

/** A user's identity at the organization's provider. */
interface IdentityLinkTable extends TenantRow {
  issuer: string
  subject: string
  user_id: UserId
  linked_at: Date
}

/** The tables of this file, by their SQL names. */
export interface SingleSignOnTables {
  identity_browser: IdentityBrowserTable
  identity_code: IdentityCodeTable
  identity_link: IdentityLinkTable
  identity_pool_person: IdentityPoolPersonTable
  identity_signed_out: IdentitySignedOutTable
  single_sign_on: SingleSignOnTable
}
