import type { ArchivingTables } from './archiving.ts'
import type { AuditTables } from './audit.ts'
import type { CanariesTables } from './canaries.ts'
import type { CaptureTables } from './capture.ts'
import type { ChangeRequestsTables } from './change-requests.ts'
import type { CognitiveEventsTables } from './cognitive-events.ts'
import type { CoverageTables } from './coverage.ts'
import type { ExportsTables } from './exports.ts'
import type { FilesTables } from './files.ts'
import type { IdentityTables } from './identity.ts'
import type { ImportsTables } from './imports.ts'
import type { InboxTables } from './inbox.ts'
import type { InsightsTables } from './insights.ts'
import type { MailTables } from './mail.ts'
import type { MetricAlertsTables } from './metric-alerts.ts'
import type { MessagesTables } from './messages.ts'
import type { NotificationsTables } from './notifications.ts'
import type { OperationsTables } from './operations.ts'
import type { OrganizationsTables } from './organizations.ts'
import type { PeopleTables } from './people.ts'
import type { PoliciesTables } from './policies.ts'
import type { RemarksTables } from './remarks.ts'
import type { ReportsTables } from './reports.ts'
import type { RereadingTables } from './rereading.ts'
import type { RollupTables } from './rollups.ts'
import type { SavedViewsTables } from './saved-views.ts'
import type { SingleSignOnTables } from './single-sign-on.ts'
import type { ThemesTables } from './themes.ts'

/** Every table by its SQL name. Rows stay in snake_case until a `to…` function maps them. */
export interface Tables
  extends
    ArchivingTables,
    AuditTables,
    CanariesTables,
    CaptureTables,
    ChangeRequestsTables,
    CognitiveEventsTables,
    CoverageTables,
    ExportsTables,
    FilesTables,
    IdentityTables,
    ImportsTables,
    InboxTables,
    InsightsTables,
    MailTables,
    MetricAlertsTables,
    MessagesTables,
    NotificationsTables,
    OperationsTables,
    OrganizationsTables,
    PeopleTables,
    PoliciesTables,
    RemarksTables,
    ReportsTables,
    RereadingTables,
    RollupTables,
    SavedViewsTables,
    SingleSignOnTables,
    ThemesTables {}
