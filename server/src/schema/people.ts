import type {
  ConversationId,
  ContactId,
  ContactChangeId,
  ContactMergeId,
  GroupId,
  PermissionProfileId,
  TenantId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Permission, Role } from '@verbatim/contract/permissions.ts'
import type { PurposeKind } from '@verbatim/contract/purposes.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** A person of the organization: a platform user, a messenger user, or both. */
export interface TenantUserTable {
  tenant_id: Generated<TenantId>
  id: UserId
  email: string
  email_key: string
  first_name: Generated<string>
  last_name: Generated<string>
  role: Generated<Role>
  messenger_role: Generated<'manager' | 'user' | 'none'>
  phone_number: string | null
  enabled: Generated<boolean>
  created_at: Generated<Date>
  version: Generated<number>
  source: Generated<'founding' | 'invitation' | 'import'>
  invited_at: Date | null
  last_sign_in_at: Date | null
  removed_at: Date | null
  removed_from: Generated<('platform' | 'messenger')[]>
  display_name: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  status: GeneratedAlways<'invited' | 'active' | 'disabled' | 'removed'>
}

interface ContactTable {
  tenant_id: Generated<TenantId>
  id: ContactId
  name: string
  share_level: Generated<'global' | 'personal'>
  owner_id: UserId | null
  created_at: Generated<Date>
  version: Generated<number>
  changed_at: Generated<Date>
  archived_at: Date | null
  merged_into: ContactId | null
  search_text: Generated<string>
  search_key: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  scope_id: GeneratedAlways<string>
}

/** Exactly one of `user_id` and `contact_id` is set. */
interface AddressTable {
  tenant_id: Generated<TenantId>
  value: string
  /** The owner of a personal contact; otherwise an ID that no user has: one user or global contact has the address. */
  scope_id: Generated<string>
  user_id: UserId | null
  contact_id: ContactId | null
}

/** The addresses of a contact, with their times. */
interface ContactIdentityTable {
  tenant_id: Generated<TenantId>
  contact_id: ContactId
  value: string
  since: Date
  until: Date | null
  origin_contact_id: ContactId | null
}

/** The owner of a contact's addresses; they are unique per owner. */
export interface KeptIdentity {
  readonly shareLevel: 'global' | 'personal'
  readonly ownerId?: UserId
  readonly addresses: readonly string[]
}

export interface ContactChangeTable {
  tenant_id: Generated<TenantId>
  id: ContactChangeId
  contact_id: ContactId
  at: Date
  by_name: string
  undo_until: Date
  undone_at: Date | null
  closed: number
  before: JSONColumnType<KeptIdentity> | null
  after: JSONColumnType<KeptIdentity> | null
}

export interface ContactMergeTable {
  tenant_id: Generated<TenantId>
  id: ContactMergeId
  change_id: ContactChangeId
  from_id: ContactId
  into_id: ContactId
  undone_at: Date | null
  kept: JSONColumnType<{
    readonly addresses: string[]
    readonly groupsAdded: GroupId[]
    readonly addressesAdded: string[]
  }>
}

interface ContactAvatarTable {
  tenant_id: Generated<TenantId>
  contact_id: ContactId
  picture: Buffer
  digest: string
}

export interface ConversationGroupTable {
  tenant_id: Generated<TenantId>
  id: GroupId
  name: string
  name_key: string
  description: Generated<string>
  shared_conversation_history: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
}

interface ConversationGroupMemberTable {
  tenant_id: Generated<TenantId>
  group_id: GroupId
  user_id: UserId
}

interface ConversationGroupContactTable {
  tenant_id: Generated<TenantId>
  group_id: GroupId
  contact_id: ContactId
}

export interface PermissionProfileTable {
  tenant_id: Generated<TenantId>
  id: PermissionProfileId
  name: string
  name_key: string
  description: Generated<string>
  channels: Generated<Channel[]>
  all_groups: Generated<boolean>
  permissions: Permission[] | null
  version: Generated<number>
  created_at: Generated<Date>
}

interface PermissionProfileGroupTable {
  tenant_id: Generated<TenantId>
  profile_id: PermissionProfileId
  group_id: GroupId
}

interface PermissionProfileMemberTable {
  tenant_id: Generated<TenantId>
  profile_id: PermissionProfileId
  user_id: UserId
}

/** The latest one of each user. */
interface ReadingPurposeTable {
  tenant_id: Generated<TenantId>
  user_id: UserId
  kind: PurposeKind
  reference: string
  stated_at: Date
  until: Date
}

/** The latest one of each user and conversation. */
interface PersonRevealTable {
  tenant_id: Generated<TenantId>
  user_id: UserId
  conversation_id: ConversationId
  reason: string
  revealed_at: Date
  until: Date
}

/** The tables of this file, by their SQL names. */
export interface PeopleTables {
  address: AddressTable
  contact: ContactTable
  contact_avatar: ContactAvatarTable
  contact_change: ContactChangeTable
  contact_identity: ContactIdentityTable
  contact_merge: ContactMergeTable
  conversation_group: ConversationGroupTable
  conversation_group_contact: ConversationGroupContactTable
  conversation_group_member: ConversationGroupMemberTable
  permission_profile: PermissionProfileTable
  permission_profile_group: PermissionProfileGroupTable
  permission_profile_member: PermissionProfileMemberTable
  reading_purpose: ReadingPurposeTable
  tenant_user: TenantUserTable
  person_reveal: PersonRevealTable
}
