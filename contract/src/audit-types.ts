import { type AuditWords, said } from './nouns/noun.ts'
import { ofNouns } from './nouns.ts'

/**
 * The types of audit events and their sentences. A new type is a new line here, or with its administered noun in `nouns/`.
 * Source: docs/rules/audit.md.
 *
 * In a sentence `{actor}` and `{target}` are names, `{target:words}` is the target in these words, and `{old:field}` and
 * `{new:field}` are the values of a changed field. A part in brackets is left out if one of its values is unknown.
 */
export const auditTypes = {
  ...ofNouns('audit'),
  // Sign-in and sign-out
  sign_in: said('Sign-in', '{actor} signed in'),
  sign_in_failed: said('Sign-in failed', 'A sign-in as {target} failed'),
  sign_in_locked: said('Sign-in locked', 'Sign-in as {target} was locked after too many failures'),
  sign_in_refused: said('Sign-in refused', 'A sign-in as {target} was refused'),
  claim_refused: said(
    'Mismatched request refused',
    'A request by {actor} was refused because it named a different organization or user',
  ),
  sign_out: said('Sign-out', '{actor} signed out'),
  sign_out_everywhere: said('Sign-out everywhere', '{actor} signed out on all devices'),
  device_signed_out: said('Device signed out', '{actor} signed out a device'),
  session_reused: said(
    'Refresh token reused',
    'A session of {target} was ended because its refresh token was used twice',
  ),
  password_changed: said('Password changed', '{actor} changed their password'),
  password_reset: said('Password reset', '{actor} reset their password with an emailed code'),
  password_reset_failed: said('Password reset failed', 'A password reset of {target} failed'),
  mfa_enrolled: said('Authenticator added', '{actor} added an authenticator'),
  mfa_enabled: said('Second step turned on', '{actor} turned their second step on'),
  mfa_disabled: said('Second step turned off', '{actor} turned their second step off'),
  recovery_code_used: said('Recovery code used', '{actor} used a recovery code'),
  recovery_codes_made: said('Recovery codes made', '{actor} made new recovery codes'),
  second_step_reset: said('Second step reset', '{actor} reset the second step of {target}'),
  single_sign_on_updated: said('Single sign-on changed', '{actor} changed {target:single sign-on}'),
  // People
  user_invited: said('User invited', '{actor} invited {target}'),
  invitation_resent: said('Invitation sent again', '{actor} resent the invitation to {target}'),
  user_updated: said('User changed', '{actor} changed {target}'),
  user_role_changed: said(
    'Role changed',
    '{actor} changed the role of {target}[ from {old:role} to {new:role}]',
  ),
  user_removed: said('User removed', '{actor} removed {target}'),
  import_started: said('Import started', '{actor} started an import of {target}'),
  import_finished: said('Import finished', 'An import of {target} by {actor} finished'),
  import_cancelled: said('Import cancelled', '{actor} cancelled an import of {target}'),
  import_undone: said('Import undone', '{actor} undid an import of {target}'),
  // The organization
  organization_created: said('Organization created', '{actor} created {target:the organization}'),
  organization_closed: said('Organization closed', '{actor} closed {target:the organization}'),
  organization_reopened: said('Organization reopened', '{actor} opened {target:the organization} again'),
  organization_founded: said('Organization set up', '{actor} set up {target:the organization}'),
  organization_updated: said(
    'Organization profile changed',
    '{actor} changed {target:the organization profile}',
  ),
  single_sign_on_linked: said(
    'Single sign-on linked',
    '{target} signed in by single sign-on for the first time',
  ),
  organization_logo_updated: said('Logo changed', '{actor} changed the logo of {target:the organization}'),
  archiving_updated: said('Archiving changed', '{actor} changed {target:the archiving by email}'),
  archive_back_fill_started: said(
    'Earlier messages archived',
    '{actor} started {target:the archiving of earlier messages}',
  ),
  archive_back_fill_cancelled: said(
    'Archiving of earlier messages cancelled',
    '{actor} cancelled {target:the archiving of earlier messages}',
  ),
  archive_mail_resent: said(
    'Archive email sent again',
    '{actor} sent the email about {target} to the archive again',
  ),
  archive_mails_resent: said('Archive emails sent again', '{actor} sent failed emails to the archive again'),
  retention_updated: said('Data retention changed', '{actor} changed {target:how long data is kept}'),
  account_created: said('Account created', '{actor} created {target}'),
  account_reconnect_requested: said(
    'Reconnection requested',
    '{actor} requested the reconnection of {target}',
  ),
  account_removal_requested: said('Account removal requested', '{actor} requested the removal of {target}'),
  account_link_sent: said('Link sent', '{actor} sent the link for {target} to its owner[: {new:sentTo}]'),
  account_connected: said('Account connected', '{target} was connected'),
  account_disconnected: said('Account not connected', '{target} could not be connected[: {new:problem}]'),
  account_gap_noted: said(
    'Account gap recorded',
    'A gap was recorded for {target}[: {new:gap}][, since {new:beganAt}]',
  ),
  account_gap_ended: said(
    'Account gap ended',
    'The gap of {target} ended[: {new:gap}][, from {new:beganAt} to {new:endedAt}]',
  ),
  account_removed: said('Account removed', '{target} was removed'),
  account_updated: said('Account changed', '{actor} changed {target}'),
  account_history_stopped: said(
    'Import of history stopped',
    '{actor} stopped the import of the history of {target}',
  ),
  account_history_restarted: said(
    'History imported again',
    '{actor} started to import the history of {target} again',
  ),
  unread_file_disposed: said(
    'Unreadable messages removed',
    'A damaged file with messages of {target} was removed at the end of their retention',
  ),
  records_reread: said('Records read again', '{actor} began to read kept records again'),
  records_redriven: said('Records retried', '{actor} retried quarantined records of {target}'),
  // Review
  event_status_changed: said(
    'Event status changed',
    '{actor} changed {target}[ from {old:status} to {new:status}]',
  ),
  event_assigned: said(
    'Event assigned',
    '{actor} changed the assignee of {target}[ from {old:assignee} to {new:assignee}]',
  ),
  // Reading
  purpose_stated: said('Purpose stated', '{actor} stated a purpose for reading[: {new:purpose}]'),
  author_notified: said('Author notified', '{actor} sent a note to the author of {target}'),
  identity_revealed: said(
    'Identity revealed',
    '{actor} revealed the names in {target}[. Reason: {new:reason}]',
  ),
  message_viewed: said('Message opened', '{actor} opened {target}'),
  conversation_viewed: said('Conversation opened', '{actor} opened {target}'),
  event_viewed: said('Event opened', '{actor} opened {target}'),
  conversation_loaded_ahead: said('Conversation preloaded', '{actor} preloaded {target}'),
  event_loaded_ahead: said('Event preloaded', '{actor} preloaded {target}'),
  messages_listed: said(
    'Messages listed',
    '{actor} listed messages[ shown in {new:shownIn}][ and searched for {new:search}]',
  ),
  events_listed: said('Events listed', '{actor} listed cognitive events[ and searched for {new:search}]'),
  contacts_listed: said(
    'Contacts listed',
    '{actor} listed contacts[ shown in {new:shownIn}][ and searched for {new:search}]',
  ),
  conversations_listed: said(
    'Conversations listed',
    '{actor} listed conversations in the messenger[ and searched for {new:search}]',
  ),
  everything_searched: said('Global search', '{actor} searched everything[ for {new:text}]'),
  attachment_viewed: said('Attachment opened', '{actor} opened {target}'),
  attachment_downloaded: said('Attachment downloaded', '{actor} downloaded {target}'),
  export_created: said('Export requested', '{actor} exported {target}'),
  export_downloaded: said('Export downloaded', '{actor} downloaded {target}'),
} as const satisfies Record<string, AuditWords>

export type AuditType = keyof typeof auditTypes

const isAuditType = (type: string): type is AuditType => Object.hasOwn(auditTypes, type)

/** The label of a type; the type itself if a newer release wrote it. */
export function auditWordsOf(type: string): AuditWords {
  if (isAuditType(type)) return auditTypes[type]
  return { label: type.replaceAll('_', ' '), sentence: `{actor}: ${type.replaceAll('_', ' ')}` }
}
