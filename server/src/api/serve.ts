/** The only place where the API is registered: each contract file, with the file that serves its endpoints. */
import type { FastifyInstance } from 'fastify'
import { accountRoutes } from './account.ts'
import { accountCoverageRoutes } from './account-coverage.ts'
import { accountLinkRoutes } from './account-links.ts'
import { accountRedriveRoutes } from './account-redrives.ts'
import { channelAccountRoutes } from './accounts.ts'
import { archiveMailRoutes } from './archive-mails.ts'
import { archivingRoutes } from './archiving.ts'
import { attachmentRoutes } from './attachments.ts'
import { auditRoutes } from './audit.ts'
import { authorNoticeRoutes } from './author-notices.ts'
import { canaryRoutes } from './canaries.ts'
import { categoryRoutes } from './categories.ts'
import { changeRequestRoutes } from './change-requests.ts'
import { cognitiveComplianceRoutes } from './cognitive-compliance.ts'
import { cognitiveEventRoutes } from './cognitive-events.ts'
import { configRoutes } from './config.ts'
import { contactChangeRoutes } from './contact-changes.ts'
import { contactConsentRoutes } from './contact-consents.ts'
import { contactRoutes } from './contacts.ts'
import { conversationRoutes } from './conversations.ts'
import { deprecatedEventRoutes } from './deprecated-events.ts'
import { deviceRoutes } from './devices.ts'
import { effectiveAccessRoutes } from './effective-access.ts'
import { embeddedInsightRoutes } from './embedded-insights.ts'
import { eventCommentRoutes } from './event-comments.ts'
import { exportRoutes } from './exports.ts'
import { findRoutes } from './find.ts'
import { groupRoutes } from './groups.ts'
import { importRowRoutes } from './import-rows.ts'
import { importRoutes } from './imports.ts'
import { inboxRoutes } from './inbox.ts'
import { insightProviderRoutes } from './insight-providers.ts'
import { insightRemovalRoutes } from './insight-removals.ts'
import { insightRoutes } from './insights.ts'
import { integrationAccountRoutes } from './integration-accounts.ts'
import { mailboxRoutes } from './mail.ts'
import { messageRoutes } from './messages.ts'
import { messengerRoutes } from './messenger.ts'
import { metricAlertRoutes } from './metric-alerts.ts'
import { metricListRoutes } from './metric-lists.ts'
import { metricRoutes } from './metrics.ts'
import { notificationRoutes } from './notifications.ts'
import { operatorRoutes } from './operator.ts'
import { organizationBasicsRoutes } from './organization-basics.ts'
import { organizationRoutes } from './organizations.ts'
import { permissionProfileRoutes } from './permission-profiles.ts'
import { policyRoutes } from './policies.ts'
import { policyTrialRoutes } from './policy-trials.ts'
import { providerConnectionRoutes } from './provider-connections.ts'
import { pseudonymRoutes } from './pseudonyms.ts'
import { purposeRoutes } from './purposes.ts'
import { reportScheduleRoutes } from './report-schedules.ts'
import { reviewerRoutes } from './reviewers.ts'
import { rowExportRoutes } from './row-exports.ts'
import { savedViewRoutes } from './saved-views.ts'
import { setUpRoutes } from './set-up.ts'
import { singleSignOnRoutes } from './single-sign-on.ts'
import { supervisionRoutes } from './supervision.ts'
import { themeChoiceRoutes } from './theme-choices.ts'
import { themeFeedbackRoutes } from './theme-feedback.ts'
import { themeRoutes } from './themes.ts'
import { userRoutes } from './users.ts'

/** By the file's name, here and in the contract. */
export const api = {
  account: accountRoutes,
  'account-coverage': accountCoverageRoutes,
  'account-links': accountLinkRoutes,
  'account-redrives': accountRedriveRoutes,
  accounts: channelAccountRoutes,
  'archive-mails': archiveMailRoutes,
  archiving: archivingRoutes,
  attachments: attachmentRoutes,
  audit: auditRoutes,
  'author-notices': authorNoticeRoutes,
  canaries: canaryRoutes,
  categories: categoryRoutes,
  'change-requests': changeRequestRoutes,
  'cognitive-compliance': cognitiveComplianceRoutes,
  'cognitive-events': cognitiveEventRoutes,
  config: configRoutes,
  'contact-changes': contactChangeRoutes,
  'contact-consents': contactConsentRoutes,
  contacts: contactRoutes,
  conversations: conversationRoutes,
  'deprecated-events': deprecatedEventRoutes,
  devices: deviceRoutes,
  'effective-access': effectiveAccessRoutes,
  'embedded-insights': embeddedInsightRoutes,
  'event-comments': eventCommentRoutes,
  exports: exportRoutes,
  find: findRoutes,
  groups: groupRoutes,
  'import-rows': importRowRoutes,
  imports: importRoutes,
  inbox: inboxRoutes,
  'insight-providers': insightProviderRoutes,
  'insight-removals': insightRemovalRoutes,
  insights: insightRoutes,
  'integration-accounts': integrationAccountRoutes,
  mail: mailboxRoutes,
  messages: messageRoutes,
  messenger: messengerRoutes,
  'metric-alerts': metricAlertRoutes,
  'metric-lists': metricListRoutes,
  metrics: metricRoutes,
  notifications: notificationRoutes,
  operator: operatorRoutes,
  'organization-basics': organizationBasicsRoutes,
  organizations: organizationRoutes,
  'permission-profiles': permissionProfileRoutes,
  policies: policyRoutes,
  'policy-trials': policyTrialRoutes,
  'provider-connections': providerConnectionRoutes,
  pseudonyms: pseudonymRoutes,
  purposes: purposeRoutes,
  'report-schedules': reportScheduleRoutes,
  reviewers: reviewerRoutes,
  'row-exports': rowExportRoutes,
  'saved-views': savedViewRoutes,
  'set-up': setUpRoutes,
  'single-sign-on': singleSignOnRoutes,
  supervision: supervisionRoutes,
  'theme-choices': themeChoiceRoutes,
  'theme-feedback': themeFeedbackRoutes,
  themes: themeRoutes,
  users: userRoutes,
}

type Served = (typeof api)[keyof typeof api]
type Together<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The dependencies of all of them. */
export type ApiContext = Together<
  Served extends (app: FastifyInstance, ctx: infer Needed) => void ? Needed : never
>

export function serveApi(app: FastifyInstance, ctx: ApiContext): void {
  for (const routes of Object.values(api))
    (routes as (app: FastifyInstance, ctx: ApiContext) => void)(app, ctx)
}
