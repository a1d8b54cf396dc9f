import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion, lastChange } from './expected-version.ts'
import { NotificationId, PolicyId } from './ids.ts'
import { listSpec } from './list.ts'
import { MailReceipt } from './mail.ts'
import { defaultSubject, tokenIssue } from './notification-template.ts'
import { Severity, severities } from './severities.ts'
import { exactText, text } from './text.ts'
import { usualEndpoints } from './usual-endpoints.ts'
import { emailText } from './user-fields.ts'
import { setOf } from './set-of.ts'

/** When mails are sent: with the first event, or collected. Source: docs/rules/notifications.md. */
export const deliveries = ['immediate', 'hourly', 'daily'] as const

export const notificationList = listSpec({
  fields: {
    policyName: { type: 'text', sort: true },
    policyId: { type: 'uuid' },
    minSeverity: { type: 'enum', values: severities, sort: true, ordered: true },
    delivery: { type: 'enum', values: deliveries, sort: true },
    status: { type: 'enum', values: ['enabled', 'disabled'], sort: true },
    changedAt: { type: 'date', sort: true },
    lastMailAt: { type: 'date', sort: true },
  },
  defaultSort: 'policyName',
  search: ['name'],
})

export const Delivery = z.enum(deliveries)
export type Delivery = z.infer<typeof Delivery>

export const deliveryNames: Record<Delivery, string> = {
  immediate: 'Immediately',
  hourly: 'Hourly',
  daily: 'Daily',
}
export const deliveryTexts: Record<Delivery, string> = {
  immediate: 'With the first event. Events in the next 5 minutes are collected in one more email.',
  hourly: 'One email each full hour, if there were events.',
  daily: 'One email at 08:00 in the organization’s time zone, if there were events.',
}

/** The shortest time between two mails of a notification to one recipient. */
export const mailGapMinutes = 5

/** Sizes that a person can reach. */
export const notificationLimits = { recipients: 50, subject: 200, message: 4000 } as const

const Recipient = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email(emailText).max(254, emailText))

const Recipients = setOf(Recipient)
  .refine((recipients) => recipients.length > 0, { message: 'Field cannot be empty.' })
  .refine((recipients) => recipients.length <= notificationLimits.recipients, {
    message: `A notification can have at most ${notificationLimits.recipients} recipients.`,
  })

const template = (max: number) =>
  text({ max, min: 1 }).superRefine((value, ctx) => {
    const message = tokenIssue(value)
    if (message) ctx.addIssue({ code: 'custom', message })
  })

const words = {
  emailSubject: template(notificationLimits.subject),
  emailMessage: template(notificationLimits.message),
}

const Fields = z.strictObject({
  policyId: PolicyId,
  recipients: Recipients,
  ...words,
  delivery: Delivery,
  minSeverity: Severity,
  enabled: z.boolean(),
})

/** The editable fields of a notification. It needs the policy, recipients, message and switch; the rest has defaults. */
export const NotificationDraft = Fields.extend({
  emailSubject: Fields.shape.emailSubject.default(defaultSubject),
  delivery: Delivery.default('immediate'),
  minSeverity: Severity.default('low'),
})
export type NotificationDraft = z.infer<typeof NotificationDraft>

/** Absent fields stay unchanged. */
export const NotificationChange = Fields.partial().extend(expectedVersion)
export type NotificationChange = z.infer<typeof NotificationChange>

/** A notification: who gets mail when a policy raises. */
export const Notification = z.object({
  id: NotificationId,
  policyId: PolicyId,
  policyName: z.string(),
  policySeverity: Severity,
  /** A disabled policy raises nothing, so no mails are sent. */
  policyEnabled: z.boolean(),
  recipients: z.array(z.string()),
  emailSubject: z.string(),
  emailMessage: z.string(),
  delivery: Delivery,
  minSeverity: Severity,
  enabled: z.boolean(),
  ...lastChange,
  lastMailAt: z.iso.datetime().optional(),
})
export type Notification = z.infer<typeof Notification>

const path = '/bff/notifications/alerts'
const params = z.object({ id: NotificationId })

export const notificationCalls = usualEndpoints({
  path,
  id: NotificationId,
  list: notificationList,
  viewedAs: 'notifications',
  thing: Notification,
  draft: NotificationDraft,
  change: NotificationChange,
  view: 'notifications.view',
  manage: 'notifications.manage',
  failures: {
    missing: 'notification.not-found',
    changed: 'notification.changed',
    refused: ['notification.unknown-policy'],
  },
})

/** The newest mails of a notification and their states. */
export const listNotificationReceipts = endpoint({
  method: 'GET',
  path: `${path}/:id/receipts`,
  params,
  response: z.object({
    items: z.array(MailReceipt),
    /** The number of events within the reader’s scope that wait to be mailed, and the time of the next mail about them. */
    waiting: z.int(),
    nextMailAt: z.iso.datetime().optional(),
  }),
  access: 'notifications.view',
  failures: ['notification.not-found'],
})

/** The recipients who are not platform users, so links in mails do not work for them. */
export const checkRecipients = endpoint({
  method: 'POST',
  path: `${path}/recipients`,
  body: z.strictObject({ recipients: setOf(exactText({ max: 254 })).max(notificationLimits.recipients) }),
  response: z.object({ withoutUser: z.array(z.string()) }),
  access: 'notifications.manage',
})

/** Mails the caller the text that recipients would get, with the values of an invented event. */
export const sendTestNotification = endpoint({
  method: 'POST',
  path: `${path}/test`,
  body: z.strictObject({ policyId: PolicyId, ...words, notificationId: NotificationId.optional() }),
  response: z.object({ to: z.string() }),
  access: 'notifications.manage',
  failures: ['notification.unknown-policy'],
})
