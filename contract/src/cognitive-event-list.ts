import { channels } from './channels.ts'
import { dispositions, statuses } from './event-status.ts'
import { listSpec } from './list.ts'
import { severities } from './severities.ts'

export const cognitiveEventList = listSpec({
  fields: {
    triggeredTime: { type: 'date', sort: true },
    severity: { type: 'enum', values: severities, ordered: true, sort: true },
    status: { type: 'enum', values: statuses, sort: true },
    disposition: { type: 'enum', values: dispositions },
    policyId: { type: 'uuid' },
    conversationId: { type: 'uuid' },
    messageId: { type: 'uuid' },
    assigneeId: { type: 'uuid' },
    ownerId: { type: 'uuid' },
    groupId: { type: 'uuid' },
    channelType: { type: 'enum', values: channels },
    policyName: { type: 'text', sort: true },
    evidenceCount: { type: 'number', sort: true },
  },
  defaultSort: '-triggeredTime',
  search: ['policyName'],
  period: 'triggeredTime',
  maxLimit: 1000,
})
