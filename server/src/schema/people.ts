import type {
  ConversationId,
  ContactId,
  ContactChangeId,
  ContactMergeId,
  GroupId,
  PermissionProfileId,
  UserId,
} from '@verbatim/contract/ids.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { Permission, Role } from '@verbatim/contract/permissions.ts'
import type { PurposeKind } from '@verbatim/contract/purposes.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { TenantRow } from './tenant-row.ts'

/** A person of the organization: a platform user, a messenger user, or both. */
export interface TenantUserTable extends TenantRow {
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

interface ContactTable extends TenantRow {
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
interface AddressTable extends TenantRow {
  value: string
  /** The owner of a personal contact; otherwise an ID that no user has: one user or global contact has the address. */
  scope_id: Generated<string>
  user_id: UserId | null
  contact_id: ContactId | null
}

/** The addresses of a contact, with their times. */
interface ContactIdentityTable extends TenantRow {
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

export interface ContactChangeTable extends TenantRow {
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

export interface ContactMergeTable extends TenantRow {
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

interface ContactAvatarTable extends TenantRow {
  contact_id: ContactId
  picture: Buffer
  digest: string
}

export interface ConversationGroupTable extends TenantRow {
  id: GroupId
  name: string
  name_key: string
  description: Generated<string>
  shared_conversation_history: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
}

interface ConversationGroupMemberTable extends TenantRow {
  group_id: GroupId
  user_id: UserId
}

interface ConversationGroupContactTable extends TenantRow {
  group_id: GroupId
  contact_id: ContactId
}

export interface PermissionProfileTable extends TenantRow {
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

interface PermissionProfileGroupTable extends TenantRow {
  profile_id: PermissionProfileId
  group_id: GroupId
}

interface PermissionProfileMemberTable extends TenantRow {
  profile_id: PermissionProfileId
  user_id: UserId
}

/** The latest one of each user. */
interface ReadingPurposeTable extends TenantRow {
  user_id: UserId
  kind: PurposeKind
  reference: string
  stated_at: Date
  until: Date
}

/** The latest one of each user and conversation. */
interface PersonRevealTable extends TenantRow {
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
