import { listSpec } from './list.ts'

export const managedGroupList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    memberCount: { type: 'number', sort: true },
    contactCount: { type: 'number', sort: true },
    sharedConversationHistory: { type: 'enum', values: ['true', 'false'], sort: true },
    createdAt: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['name'],
})
