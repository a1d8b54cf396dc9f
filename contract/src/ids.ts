/**
 * Identifiers. Every id is a UUIDv7 made by the server, unique across the deployment,
 * and opaque: no code parses one. A channel's own id for something is a source key, a plain string. A noun whose id no
 * other noun's contract names has it in its own file.
 */
import { z } from 'zod'

/** The digits of an ID, as part of a pattern. */
export const uuidDigits = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** An ID as a person may have copied it, in any case. */
export const uuidPattern = new RegExp(`^${uuidDigits}$`, 'i')

/** In lower case, as it is stored: a copy in upper case is the same ID wherever it is compared. */
export const uuid = () => z.uuid().toLowerCase()

export const id = <const Brand extends string>() => uuid().brand<Brand>()

/** The isolation unit. One tenant is one organization. */
export const TenantId = id<'TenantId'>()
export type TenantId = z.infer<typeof TenantId>

export const UserId = id<'UserId'>()
export type UserId = z.infer<typeof UserId>

export const GroupId = id<'GroupId'>()
export type GroupId = z.infer<typeof GroupId>

export const PermissionProfileId = id<'PermissionProfileId'>()
export type PermissionProfileId = z.infer<typeof PermissionProfileId>

export const ContactId = id<'ContactId'>()
export type ContactId = z.infer<typeof ContactId>

/** One owner's connected account on a channel. */
export const AccountId = id<'AccountId'>()
export type AccountId = z.infer<typeof AccountId>

/** The bytes of one delivery, as received. */
export const RecordId = id<'RecordId'>()
export type RecordId = z.infer<typeof RecordId>

export const ConversationId = id<'ConversationId'>()
export type ConversationId = z.infer<typeof ConversationId>

export const MessageId = id<'MessageId'>()
export type MessageId = z.infer<typeof MessageId>

export const SubthemeId = id<'SubthemeId'>()
export type SubthemeId = z.infer<typeof SubthemeId>
export const ThemeId = id<'ThemeId'>()
export type ThemeId = z.infer<typeof ThemeId>

export const SavedViewId = id<'SavedViewId'>()
export type SavedViewId = z.infer<typeof SavedViewId>

/** One line of a user's inbox. */
export const InboxItemId = id<'InboxItemId'>()
export type InboxItemId = z.infer<typeof InboxItemId>

/** A change that waits for a second person's approval. */
export const ChangeRequestId = id<'ChangeRequestId'>()
export type ChangeRequestId = z.infer<typeof ChangeRequestId>

export const AttachmentId = id<'AttachmentId'>()
export type AttachmentId = z.infer<typeof AttachmentId>

export const PolicyId = id<'PolicyId'>()
export type PolicyId = z.infer<typeof PolicyId>

export const RuleId = id<'RuleId'>()
export type RuleId = z.infer<typeof RuleId>

export const EventId = id<'EventId'>()
export type EventId = z.infer<typeof EventId>

export const EvidenceId = id<'EvidenceId'>()
export type EvidenceId = z.infer<typeof EvidenceId>

export const CommentId = id<'CommentId'>()
export type CommentId = z.infer<typeof CommentId>

export const FileId = id<'FileId'>()
export type FileId = z.infer<typeof FileId>

export const ExportId = id<'ExportId'>()
export type ExportId = z.infer<typeof ExportId>

/** A notification: who gets mail when a policy raises. */
export const NotificationId = id<'NotificationId'>()
export type NotificationId = z.infer<typeof NotificationId>

/** A mail that the product sends. */
export const AccountGapId = id<'AccountGapId'>()
export type AccountGapId = z.infer<typeof AccountGapId>
export const MailId = id<'MailId'>()
export type MailId = z.infer<typeof MailId>

/** One import of people from a file. */
export const ArchiveOutageId = id<'ArchiveOutageId'>()
export type ArchiveOutageId = z.infer<typeof ArchiveOutageId>

export const ImportId = id<'ImportId'>()
export type ImportId = z.infer<typeof ImportId>

/** One change of a contact with its consequences. */
export const ContactChangeId = id<'ContactChangeId'>()
export type ContactChangeId = z.infer<typeof ContactChangeId>

/** One contact that was merged into another. */
export const ContactMergeId = id<'ContactMergeId'>()
export type ContactMergeId = z.infer<typeof ContactMergeId>

/** One retry of the quarantined records of an account. */
export const RedriveId = id<'RedriveId'>()
export type RedriveId = z.infer<typeof RedriveId>

/** Which figures are mailed to whom, and when. */
export const ReportScheduleId = id<'ReportScheduleId'>()
export type ReportScheduleId = z.infer<typeof ReportScheduleId>

/** One recipient's copy of a scheduled report. */
export const ReportCopyId = id<'ReportCopyId'>()
export type ReportCopyId = z.infer<typeof ReportCopyId>

/** A figure of Key Metrics that people are mailed about when it crosses a threshold. */
export const MetricAlertId = id<'MetricAlertId'>()
export type MetricAlertId = z.infer<typeof MetricAlertId>

/** That a figure crossed its threshold, or came back, for one recipient. */
export const MetricCrossingId = id<'MetricCrossingId'>()
export type MetricCrossingId = z.infer<typeof MetricCrossingId>
