import { auditTypes } from './audit-types.ts'
import { listSpec } from './list.ts'

export const auditList = listSpec({
  fields: {
    date: { type: 'date', sort: true },
    eventType: { type: 'enum', values: Object.keys(auditTypes), sort: true },
    user: { type: 'uuid', sort: true },
    target: { type: 'uuid' },
    requestId: { type: 'uuid' },
  },
  defaultSort: '-date',
  sortAliases: { postedDate: 'date' },
  search: ['name'],
  period: 'date',
})
