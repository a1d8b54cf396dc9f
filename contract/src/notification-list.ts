import { listSpec } from './list.ts'
import { severities } from './severities.ts'

/** When mails leave: with the first event, or gathered. Source: docs/rules/notifications.md. */
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
