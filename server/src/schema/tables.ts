import type { ProcessBeatTable } from './operations.ts'
import type { AuditEventTable, IdempotencyKeyTable } from './audit.ts'
import type {
  AccountCountersTable,
  ChannelAccountTable,
  MessageRecordTable,
  QuarantinedRecordTable,
  RecordBacklogTable,
  RefusalCountTable,
  RefusedDeliveryTable,
} from './capture.ts'
import type { ChangeRequestTable } from './change-requests.ts'
import type {
  CognitiveEventTable,
  CommentFileTable,
  EventCommentTable,
  EventHistoryTable,
  EvidenceTable,
  InboxItemTable,
} from './cognitive-events.ts'
import type {
  IdentityChallengeTable,
  IdentityFamilyTable,
  IdentityKeyTable,
  IdentityRecoveryCodeTable,
  IdentityRefreshTable,
  IdentityResetTable,
  IdentityAllowanceTable,
  IdentityKnownBrowserTable,
  IdentityThrottleTable,
  IdentityUserTable,
} from './identity.ts'
import type { ExportTable } from './exports.ts'
import type { ImportRowTable, ImportTable } from './imports.ts'
import type { MailTable } from './mail.ts'
import type {
  AttachmentTable,
  AttachmentTextTable,
  ConversationTable,
  MessageAliasTable,
  MessageEventTable,
  MessageRevisionTable,
  MessageTable,
  ParticipantTable,
} from './messages.ts'
import type { NotificationDeliveryTable, NotificationTable } from './notifications.ts'
import type {
  OrganizationLogoTable,
  OrganizationSecretTable,
  OrganizationSetUpTable,
  OrganizationTable,
  RetentionRuleTable,
  PseudonymKeyTable,
} from './organizations.ts'
import type {
  AddressTable,
  ContactAvatarTable,
  ContactChangeTable,
  ContactIdentityTable,
  ContactMergeTable,
  ContactTable,
  ConversationGroupContactTable,
  ConversationGroupMemberTable,
  ConversationGroupTable,
  PermissionProfileGroupTable,
  PermissionProfileMemberTable,
  PermissionProfileTable,
  PersonRevealTable,
  ReadingPurposeTable,
  TenantUserTable,
} from './people.ts'
import type { FileScanTable } from './files.ts'
import type { SavedViewTable } from './saved-views.ts'
import type { PolicyRuleTable, PolicyTable, PolicyVersionTable } from './policies.ts'
import type {
  IdentityBrowserTable,
  IdentityCodeTable,
  IdentityLinkTable,
  IdentitySignedOutTable,
  SingleSignOnTable,
} from './single-sign-on.ts'

/** Every table by its SQL name. Rows stay in snake_case until a `to…` function maps them. */
export interface Tables {
  account_counters: AccountCountersTable
  address: AddressTable
  attachment: AttachmentTable
  attachment_text: AttachmentTextTable
  audit_event: AuditEventTable
  change_request: ChangeRequestTable
  channel_account: ChannelAccountTable
  cognitive_event: CognitiveEventTable
  comment_file: CommentFileTable
  contact: ContactTable
  contact_avatar: ContactAvatarTable
  contact_change: ContactChangeTable
  contact_identity: ContactIdentityTable
  contact_merge: ContactMergeTable
  conversation: ConversationTable
  conversation_group: ConversationGroupTable
  conversation_group_contact: ConversationGroupContactTable
  conversation_group_member: ConversationGroupMemberTable
  event_comment: EventCommentTable
  event_history: EventHistoryTable
  evidence: EvidenceTable
  export: ExportTable
  idempotency_key: IdempotencyKeyTable
  file_scan: FileScanTable
  identity_browser: IdentityBrowserTable
  identity_challenge: IdentityChallengeTable
  identity_code: IdentityCodeTable
  identity_family: IdentityFamilyTable
  identity_key: IdentityKeyTable
  identity_link: IdentityLinkTable
  identity_recovery_code: IdentityRecoveryCodeTable
  identity_refresh: IdentityRefreshTable
  identity_reset: IdentityResetTable
  identity_signed_out: IdentitySignedOutTable
  identity_allowance: IdentityAllowanceTable
  identity_known_browser: IdentityKnownBrowserTable
  identity_throttle: IdentityThrottleTable
  identity_user: IdentityUserTable
  import: ImportTable
  import_row: ImportRowTable
  mail: MailTable
  message: MessageTable
  message_alias: MessageAliasTable
  message_event: MessageEventTable
  message_record: MessageRecordTable
  message_revision: MessageRevisionTable
  notification: NotificationTable
  notification_delivery: NotificationDeliveryTable
  organization: OrganizationTable
  organization_logo: OrganizationLogoTable
  organization_secret: OrganizationSecretTable
  organization_set_up: OrganizationSetUpTable
  participant: ParticipantTable
  permission_profile: PermissionProfileTable
  permission_profile_group: PermissionProfileGroupTable
  permission_profile_member: PermissionProfileMemberTable
  person_reveal: PersonRevealTable
  policy: PolicyTable
  policy_rule: PolicyRuleTable
  policy_version: PolicyVersionTable
  process_beat: ProcessBeatTable
  quarantined_record: QuarantinedRecordTable
  pseudonym_key: PseudonymKeyTable
  reading_purpose: ReadingPurposeTable
  record_backlog: RecordBacklogTable
  refusal_count: RefusalCountTable
  refused_delivery: RefusedDeliveryTable
  retention_rule: RetentionRuleTable
  inbox_item: InboxItemTable
  saved_view: SavedViewTable
  single_sign_on: SingleSignOnTable
  tenant_user: TenantUserTable
}
