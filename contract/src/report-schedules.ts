/** Scheduled reports: which figures are mailed to whom, and when. Source: docs/metrics.md. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion, lastChange } from './expected-version.ts'
import { ReportCopyId, ReportScheduleId, UserId } from './ids.ts'
import { InsightId } from './insights.ts'
import { listSpec } from './list.ts'
import { mailStates } from './mail.ts'
import { metricTabDefinitions, metricTabIds } from './metric-tabs.ts'
import { Named } from './named.ts'
import { Recurrence, recurrenceUnits } from './recurrence.ts'
import { ReportPeriod } from './report-period.ts'
import { text } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { setOf } from './set-of.ts'

export const reportFormats = ['pdf', 'xlsx', 'both'] as const
export const ReportFormat = z.enum(reportFormats)
export type ReportFormat = z.infer<typeof ReportFormat>
export const reportFormatNames: Readonly<Record<ReportFormat, string>> = {
  pdf: 'PDF',
  xlsx: 'Excel',
  both: 'PDF and Excel',
}

const TabSubject = z.strictObject({ kind: z.literal('metrics'), tab: z.enum(metricTabIds) })
const InsightSubject = z.strictObject({ kind: z.literal('insight'), insightId: InsightId })

/** What a report shows: a tab of Key Metrics, or an insight as it is when the report is made. */
export const ReportSubject = z.discriminatedUnion('kind', [TabSubject, InsightSubject])
export type ReportSubject = z.infer<typeof ReportSubject>

/** The same for a reader: an insight has its name, unless it was removed or the reader may not see it. */
export const ShownSubject = z.discriminatedUnion('kind', [
  TabSubject,
  InsightSubject.extend({ name: z.string().optional() }),
])
export type ShownSubject = z.infer<typeof ShownSubject>

/** What a report shows, by its name. */
export const subjectName = (subject: ShownSubject): string =>
  subject.kind === 'metrics'
    ? metricTabDefinitions[subject.tab].name
    : (subject.name ?? 'An insight that you can’t see')

export const reportScheduleList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    tab: { type: 'enum', values: [...metricTabIds, 'insight'], sort: true },
    insightId: { type: 'text' },
    every: { type: 'enum', values: recurrenceUnits, sort: true },
    format: { type: 'enum', values: reportFormats, sort: true },
    status: { type: 'enum', values: ['enabled', 'disabled'], sort: true },
    nextAt: { type: 'date', sort: true },
    changedAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})

/** Sizes that a person can reach. */
export const reportScheduleLimits = { name: 80, recipients: 50, copies: 100 } as const

const Recipients = setOf(UserId)
  .refine((ids) => ids.length > 0, { message: 'Field cannot be empty.' })
  .refine((ids) => ids.length <= reportScheduleLimits.recipients, {
    message: `A report can have at most ${reportScheduleLimits.recipients} recipients.`,
  })

/** The editable fields. */
const Fields = z.strictObject({
  name: text({ max: reportScheduleLimits.name, min: 1 }),
  subject: ReportSubject,
  period: ReportPeriod,
  recurrence: Recurrence,
  /** Platform users. Each gets the figures of what they may see. */
  recipientIds: Recipients,
  format: ReportFormat,
  /** A paused one is kept and mails nothing. */
  enabled: z.boolean(),
})

export const ReportScheduleDraft = Fields.extend({ enabled: z.boolean().default(true) })
export type ReportScheduleDraft = z.infer<typeof ReportScheduleDraft>

/** The result of one due time: how many copies it had, and how many of them were not mailed, or not yet. */
const ReportRun = z.object({
  dueAt: z.iso.datetime(),
  copies: z.int(),
  waiting: z.int(),
  refused: z.int(),
  failed: z.int(),
})

export const ReportSchedule = z.object({
  id: ReportScheduleId,
  name: z.string(),
  subject: ShownSubject,
  period: ReportPeriod,
  recurrence: Recurrence,
  recipients: z.array(Named(UserId).extend({ isSubscribed: z.boolean() })),
  format: ReportFormat,
  enabled: z.boolean(),
  /** Who is notified of copies that could not be made; absent once they have left. */
  owner: Named(UserId).optional(),
  /** Absent while it is paused. */
  nextAt: z.iso.datetime().optional(),
  lastRun: ReportRun.optional(),
  ...lastChange,
})
export type ReportSchedule = z.infer<typeof ReportSchedule>

const path = '/bff/api/v1/report-schedules'
const params = z.object({ id: ReportScheduleId })

export const reportScheduleCalls = usualEndpoints({
  path,
  id: ReportScheduleId,
  list: reportScheduleList,
  viewedAs: 'report-schedules',
  thing: ReportSchedule,
  draft: ReportScheduleDraft,
  /** Absent fields stay unchanged. */
  change: Fields.partial().extend(expectedVersion),
  view: 'reports.view',
  manage: 'reports.manage',
  failures: {
    missing: 'report-schedule.not-found',
    changed: 'report-schedule.changed',
    refused: [
      'report-schedule.name-taken',
      'report-schedule.unknown-recipient',
      'report-schedule.unknown-insight',
    ],
  },
})

/** Why a copy was not made. */
export const refusals = ['no-permission', 'disabled', 'removed'] as const
export const refusalTexts: Readonly<Record<(typeof refusals)[number], string>> = {
  'no-permission': 'Can’t see these figures',
  disabled: 'Can’t sign in',
  removed: 'The insight was deleted',
}

/** One recipient's copy, and its state: `made` if its mail is on its way. */
export const ReportCopy = z.object({
  id: ReportCopyId,
  recipient: Named(UserId),
  dueAt: z.iso.datetime(),
  /** Asked for by its recipient, outside of the schedule. */
  isTest: z.boolean(),
  state: z.enum(['waiting', 'made', 'refused', 'failed']),
  refusal: z.enum(refusals).optional(),
  mail: z.object({ state: z.enum(mailStates), reason: z.string().optional() }).optional(),
})
export type ReportCopy = z.infer<typeof ReportCopy>

/** The newest copies of a scheduled report. */
export const listReportCopies = endpoint({
  method: 'GET',
  path: `${path}/:id/copies`,
  params,
  response: z.object({ items: z.array(ReportCopy) }),
  access: 'reports.view',
  failures: ['report-schedule.not-found'],
})

/** Mails the caller a copy now. It needs the permission for its figures. */
export const sendReportNow = endpoint({
  method: 'POST',
  path: `${path}/:id/copies`,
  params,
  response: z.object({ to: z.string() }),
  access: 'reports.manage',
  failures: ['report-schedule.not-found', 'insight.not-found'],
})

/** A report that the reader gets, or got until they stopped it. */
export const ReportSubscription = z.object({
  id: ReportScheduleId,
  name: z.string(),
  subject: ShownSubject,
  recurrence: Recurrence,
  format: ReportFormat,
  enabled: z.boolean(),
  isSubscribed: z.boolean(),
})
export type ReportSubscription = z.infer<typeof ReportSubscription>

const subscriptionPath = '/bff/api/v1/report-subscriptions'

/** The scheduled reports whose recipient the reader is. */
export const listReportSubscriptions = endpoint({
  method: 'GET',
  path: subscriptionPath,
  response: z.object({ items: z.array(ReportSubscription) }),
  access: 'signed-in',
})

/** Stops a report for the reader, or starts it again. Others keep getting it. */
export const updateReportSubscription = endpoint({
  method: 'PUT',
  path: `${subscriptionPath}/:id`,
  params,
  body: z.strictObject({ isSubscribed: z.boolean() }),
  response: ReportSubscription,
  access: 'signed-in',
  failures: ['report-schedule.not-found'],
})
