import { channels } from './channels.ts'
import { listSpec } from './list.ts'

/** Whether an account captures. Source: docs/rules/channels.md. */
export const accountStatuses = ['active', 'inactive', 'available', 'not-available'] as const

export const accountList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    channelType: { type: 'enum', values: channels, sort: true },
    status: { type: 'enum', values: accountStatuses, sort: true },
    ownerId: { type: 'uuid' },
    lastEventAt: { type: 'date', sort: true },
    received: { type: 'number', sort: true },
    parked: { type: 'number', sort: true },
    refused: { type: 'number', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})
